import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EXAMPLE_IDS, openApiDocument, operations, readInput } from '@voiceloom/contract';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { camelCase } from '../../scripts/operation-model.ts';
import { allCalls } from '../../src/generated/calls.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is only read for its examples.
const document: any = openApiDocument({ version: '0' });

const at = (ref: string) =>
  ref
    .slice(2)
    .split('/')
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    .reduce((place: any, key) => place?.[key], document);

/** The first example of a JSON response. */
function exampleOf(path: string, method: string) {
  const { responses } = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()];
  const [status = '200', answer] = Object.entries<{ content?: Record<string, Media> }>(responses)[0] ?? [];
  const media = answer?.content?.['application/json'] ?? answer?.content?.['text/event-stream'];
  const [shown] = Object.values(media?.examples ?? {});
  const example = media?.example ?? (shown?.$ref ? at(shown.$ref) : shown)?.value;
  return { status: Number(status), example };
}

type Media = { example?: unknown; examples?: Record<string, { $ref?: string; value?: unknown }> };

/** The values that examples keep in variables, by name. */
export const PLACEHOLDERS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(EXAMPLE_IDS).map(([name, id]) => [camelCase(name), id])),
  no: '1',
  token: 'dGhlLXRva2VuLW9mLWFuLWludml0ZS1mcm9tLWEtbWE',
  paymentMethodId: 'pm_1Q0Example',
  accessKeyId: 'EXAMPLEKEYID00000042',
  secretAccessKey: 'example-secret-of-the-key',
};

/** The values of a query: a string for one value, a list for several. */
function queryOf(search: URLSearchParams) {
  const values = [...new Set(search.keys())].map((name): [string, unknown] => {
    const all = search.getAll(name);
    return [name, all.length > 1 ? all : all[0]];
  });
  return Object.fromEntries(values);
}

/** The problems of a request according to the contract. */
function faultsOf(id: string, { pathname, searchParams }: URL, body: string): unknown[] {
  const route = operations().find((operation) => operation.route.metadata.operationId === id)?.route;
  if (route === undefined) return ['no such operation'];
  const named = route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  const read = (schema: unknown, value: unknown) => {
    const reading = schema instanceof z.ZodType ? readInput(schema, value) : undefined;
    return reading === undefined || reading.success ? [] : reading.issues;
  };
  return [
    ...read(route.pathParams, { ...new RegExp(`^${named}$`).exec(pathname)?.groups }),
    ...read(route.query, queryOf(searchParams)),
    ...read(route.body, body === '' ? undefined : JSON.parse(body)),
  ];
}

/**
 * A service that returns the example of each operation, and stores and serves any file. `refused` lists the
 * requests that violate the contract.
 */
export async function documented() {
  const seen = new Set<string>();
  const refused: unknown[] = [];
  const routes = allCalls.map((route) => ({
    ...route,
    pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }));
  const server = createServer((req, res) => {
    const called = new URL(req.url ?? '', 'http://localhost');
    const { pathname } = called;
    const chunks: Buffer[] = [];
    req.on('data', (chunk) => chunks.push(chunk));
    // A path without parameters precedes a path whose parameter would match its name.
    const fitting = routes.filter(({ method, pattern }) => method === req.method && pattern.test(pathname));
    const route = fitting.find(({ path }) => path === pathname) ?? fitting[0];
    req.on('end', () => {
      if (pathname === '/openapi.json') return res.end(JSON.stringify(document));
      if (route === undefined) return res.end(JSON.stringify({ file: 'take.wav', url: `${url}/files/take` }));
      seen.add(route.id);
      const faults = faultsOf(route.id, called, Buffer.concat(chunks).toString());
      if (faults.length > 0) refused.push({ operation: route.id, faults });
      const { status, example } = exampleOf(route.path, route.method);
      if (route.stream) {
        res.writeHead(status, { 'content-type': 'text/event-stream' });
        return res.end(example);
      }
      const text = JSON.stringify(example)
        .replaceAll(/https?:\/\/[^/"]+/g, url)
        .replaceAll(/"next":"[^"]*"/g, '"next":null');
      res.writeHead(status, { 'content-type': 'application/json', etag: '"1"' });
      return res.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url, seen, refused };
}
