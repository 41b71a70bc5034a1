import { expect, test } from 'vitest';
import { CONTRACT_VERSION, openApiDocument, WEBHOOK_EVENT_TYPES } from '../src/index.ts';

// Measures whether the document is complete enough for tools that read nothing else. Each test is one figure.

type Json = { [key: string]: unknown };
type Operation = Json & {
  operationId: string;
  parameters: Json[];
  responses: Record<string, Json>;
  requestBody?: Json;
};

const document = openApiDocument({ version: CONTRACT_VERSION }) as unknown as Json;
const at = (reference: string): Json =>
  reference
    .split('/')
    .slice(1)
    .reduce<Json>((part, key) => part[key] as Json, document);
const whole = (part: Json): Json => (typeof part.$ref === 'string' ? at(part.$ref) : part);
const all = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);
const idsOf = (some: typeof all) => some.map(({ operation }) => operation.operationId).sort();
const headersOf = ({ parameters }: Operation) =>
  parameters.map(whole).flatMap(({ in: place, name }) => (place === 'header' ? [String(name)] : []));
const mediaOf = (part: Json) => Object.values((whole(part).content ?? {}) as Record<string, Json>);
const hasExample = (part: Json) =>
  mediaOf(part).every(({ examples }) => Object.keys((examples ?? {}) as Json).length > 0);

test('it is OpenAPI 3.1', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
});

test('every operation has a summary, a description and a described tag', () => {
  const tags = new Map((document.tags as Json[]).map(({ name, description }) => [name, description]));
  const bare = all.filter(
    ({ operation: { summary, description, tags: [tag] = [] } }: { operation: Json & { tags?: unknown[] } }) =>
      !(summary && description && tags.get(tag)),
  );
  expect(idsOf(bare)).toEqual([]);
});

test('every body and every response with a body has examples', () => {
  const bare = all.filter(({ operation: { requestBody, responses } }) =>
    [...(requestBody ? [requestBody] : []), ...Object.values(responses)].some((part) => !hasExample(part)),
  );
  expect(idsOf(bare)).toEqual([]);
});

test('every operation describes its 4xx and 5xx errors, and 429 if it identifies its caller', () => {
  const lacking = (pattern: RegExp) =>
    all.filter(({ operation }) => !Object.keys(operation.responses).some((status) => pattern.test(status)));
  expect(idsOf(lacking(/^4/))).toEqual([]);
  expect(idsOf(lacking(/^5/))).toEqual([]);
  // The service limits callers without a credential only where they could guess secrets.
  const open = idsOf(all.filter(({ operation }) => operation['x-auth'] === 'none'));
  expect(idsOf(lacking(/^429$/))).toEqual(open.filter((id) => id !== 'reviews.enter'));
});

test('every error uses the same envelope and names its possible codes', () => {
  const odd = all.flatMap(({ operation: { operationId, responses } }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .filter(([, answer]) => {
        const { content, 'x-error-codes': codes } = whole(answer) as {
          content: Json;
          'x-error-codes': unknown[];
        };
        const media = content['application/json'] as { schema: Json } | undefined;
        return media?.schema.$ref !== '#/components/schemas/ErrorEnvelope' || codes.length === 0;
      })
      .map(([status]) => `${operationId} ${status}`),
  );
  expect(odd).toEqual([]);
});

test('Idempotency-Key is declared by every authenticated POST', () => {
  const posts = all.filter(({ method }) => method === 'post');
  const without = posts.filter(({ operation }) => !headersOf(operation).includes('Idempotency-Key'));
  // The payment processor sets the IDs of its events, and a guest who enters twice is two guests.
  expect(idsOf(without)).toEqual(['billing.processor_webhook', 'reviews.enter']);
  const others = all.filter(({ method }) => method !== 'post');
  expect(idsOf(others.filter(({ operation }) => headersOf(operation).includes('Idempotency-Key')))).toEqual(
    [],
  );
});

test('If-None-Match and If-Match are declared by every resource that is read and changed at one path', () => {
  const changed = (path: string) =>
    all.filter((one) => one.path === path && ['put', 'patch', 'delete'].includes(one.method));
  const reads = all.filter(({ method, path }) => method === 'get' && changed(path).length > 0);
  expect(reads.length).toBeGreaterThan(8);
  const deaf = reads.filter(({ operation }) => !headersOf(operation).includes('If-None-Match'));
  expect(idsOf(deaf)).toEqual([]);
  const writes = reads.flatMap(({ path }) => changed(path));
  expect(idsOf(writes.filter(({ operation }) => !headersOf(operation).includes('If-Match')))).toEqual([]);
  for (const { operation } of reads) {
    const headers = Object.keys((operation.responses['200']?.headers ?? {}) as Json);
    expect([operation.operationId, headers.includes('ETag'), '304' in operation.responses]).toEqual([
      operation.operationId,
      true,
      true,
    ]);
  }
  for (const { operation } of writes) expect(Object.keys(operation.responses)).toContain('412');
});

test('every response declares X-Request-Id, and Link, Preference-Applied and Location where they apply', () => {
  const headersAt = ({ responses }: Operation, status: string) =>
    Object.keys((whole(responses[status] ?? {}).headers ?? {}) as Json);
  for (const { operation } of all) {
    for (const status of Object.keys(operation.responses))
      expect(headersAt(operation, status)).toContain('X-Request-Id');
    if (operation['x-paged']) expect(headersAt(operation, '200')).toContain('Link');
    if (headersOf(operation).includes('Prefer')) {
      const success = '202' in operation.responses ? '202' : '200';
      expect(headersAt(operation, success)).toContain('Preference-Applied');
      if (success === '202') expect(headersAt(operation, success)).toContain('Location');
    }
  }
});

test('every webhook event is described, with an example', () => {
  const webhooks = document.webhooks as Record<string, { post: Operation }>;
  expect(Object.keys(webhooks)).toEqual(expect.arrayContaining([...WEBHOOK_EVENT_TYPES]));
  for (const { post } of Object.values(webhooks)) {
    expect(post.description).toBeTruthy();
    expect(hasExample(post.requestBody ?? {})).toBe(true);
  }
});

test('parts that many operations share appear once', () => {
  const { parameters } = document.components as { parameters: Record<string, Json> };
  expect(Object.keys(parameters)).toEqual(
    expect.arrayContaining(['X-Workspace-Id', 'Idempotency-Key', 'workflow_id']),
  );
  const inline = all.flatMap(({ operation }) =>
    operation.parameters
      .filter((one) => one.$ref === undefined && one.in !== 'query')
      .map((one) => `${one.name}`),
  );
  // The service stores keys only for some providers, so the enumeration of the same name is shorter there.
  expect(new Set(inline)).toEqual(new Set(['provider']));
});

test('fields that are not part of OpenAPI are explained', () => {
  const { description } = document.info as { description: string };
  const own = new Set<string>();
  for (const { operation } of all) {
    for (const key of Object.keys(operation)) if (key.startsWith('x-')) own.add(key);
    for (const answer of Object.values(operation.responses))
      for (const key of Object.keys(whole(answer))) if (key.startsWith('x-')) own.add(key);
  }
  for (const key of own) expect(description).toContain(`\`${key}\``);
});

const UNITS: [names: RegExp, unit: RegExp][] = [
  [/_usd_micros$/, /millionths of a US dollar/i],
  [/^usd$/, /US dollars/],
  [/(?:^|_)amount(?:_|$)/, /smallest currency unit|number of units/i],
];

test('every field of money says so, with its unit', () => {
  const unclear: string[] = [];
  const visit = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, field] of Object.entries((part as { properties?: Json }).properties ?? {})) {
      const { description = '' } = field as { description?: string };
      const [, unit] = UNITS.find(([names]) => names.test(name)) ?? [];
      if (unit && !unit.test(description)) unclear.push(`${path}.${name}`);
      visit(field, `${path}.${name}`);
    }
    for (const [key, inner] of Object.entries(part))
      if (/^(?:items|anyOf|oneOf|allOf|\d+)$/.test(key)) visit(inner, path);
  };
  const { schemas } = document.components as { schemas: Record<string, Json> };
  for (const [name, schema] of Object.entries(schemas)) visit(schema, name);
  expect(unclear).toEqual([]);
});

test('a server can be specified by its URL', () => {
  const [first, second] = document.servers as { url: string; variables?: Record<string, Json> }[];
  expect(first?.url).toBe('/');
  expect(second?.url).toBe('{base_url}');
  expect(second?.variables?.base_url).toMatchObject({ default: expect.stringMatching(/^http/) });
});
