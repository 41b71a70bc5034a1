import { describe, expect, test } from 'vitest';
import { camelCase } from '../scripts/operation-model.ts';
import { operations, schemas } from '../src/contract.ts';
import { Voiceloom } from '../src/index.ts';
import { createTestServer, isSimulated } from '../src/testing/index.ts';
import { answered, checkedServer } from './support/checked-server.ts';
import { PLACEHOLDERS } from './support/documented-server.ts';
import { shownBodies } from './support/wrong-bodies.ts';

const examples = operations.filter(({ id }) => !isSimulated(id));
const bodies = new Map<string, unknown>(shownBodies().map(({ id, body }) => [id, body]));

/** Values of required query parameters. */
const QUERY: Record<string, string> = { q: 'vu', slug: 'harbor', name: 'Harbor' };

describe('an operation that is not simulated', () => {
  test.each(examples)(
    '$id returns an example that matches its schema',
    async ({ id, method, path, parameters }) => {
      const { server, fetch } = checkedServer();
      const ids: Record<string, string> = { ...PLACEHOLDERS, wsId: server.workspaceId };
      const place = path.replaceAll(/:(\w+)/g, (_, name: string) => {
        const schema = parameters.find((parameter) => parameter.name === name)?.schema;
        const referred = schemas[String(schema?.$ref).replace('#/$defs/', '')] ?? schema;
        const { enum: values } = referred as { enum?: string[] };
        return ids[camelCase(name)] ?? values?.[0] ?? 'x';
      });
      const url = new URL(`${server.baseUrl}${place}`);
      for (const parameter of parameters.filter((one) => one.in === 'query' && one.required)) {
        url.searchParams.set(parameter.name, QUERY[parameter.name] ?? ids[camelCase(parameter.name)] ?? 'x');
      }
      const body = bodies.get(id);
      const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
      const response = await fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      expect(response.status, await response.text()).toBeLessThan(300);
      // The checked server validates the body and records the operation.
      expect([...answered].filter((pair) => pair.startsWith(`${id} 2`))).toHaveLength(1);
    },
  );

  test('returns the response that the test sets for it', async () => {
    const server = createTestServer({ responses: { 'voices.list': [] } });
    const client = new Voiceloom(server.clientOptions);
    const page = await client.voices.list().page();
    expect([page.items, page.pagination.next]).toEqual([[], null]);
  });

  test('returns one page, and links with downloadable bytes', async () => {
    const { client } = checkedServer();
    expect(await client.voices.list({ limit: 1 }).toArray()).toHaveLength(1);
    const sample = await client.download(await client.voices.sample(PLACEHOLDERS.voiceId ?? ''));
    expect((await sample.bytes()).length).toBeGreaterThan(0);
  });
});
