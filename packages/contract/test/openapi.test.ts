import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTRACT_VERSION, openApiDocument, operations, WEBHOOK_EVENT_TYPES } from '../src/index.ts';

type Json = { [key: string]: Json } & { [key: string]: unknown };
const document = openApiDocument({ version: CONTRACT_VERSION }) as unknown as Json;
const methods = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item as Json).map(([method, operation]) => ({ path, method, operation: operation as Json })),
);

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string' ? [item] : referencesIn(item),
  );
}

const resolve = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], document);

/** The parameters of an operation, wherever they are declared. */
const parametersOf = (operation: Json): Json[] =>
  (operation.parameters as unknown as Json[]).map((one) =>
    one.$ref === undefined ? one : (resolve(String(one.$ref)) as Json),
  );

test('the committed document matches the one generated from the contract', () => {
  const text = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
  expect(`${JSON.stringify(document, null, 2)}\n`).toBe(text);
});

test('the document has exactly the operations of the contract', () => {
  const expected = operations().map(
    ({ route }) => `${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(methods.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
    expected.sort(),
  );
});

test('every reference resolves', () => {
  const open = referencesIn(document).filter((reference) => resolve(reference) === undefined);
  expect(open).toEqual([]);
});

test('every operation has security, rights, a tag and descriptions', () => {
  const tags = (document.tags as unknown as Json[]).map(({ name }) => name);
  for (const { operation } of methods) {
    for (const key of ['security', 'x-auth', 'x-scope', 'x-role', 'x-workspace']) {
      expect(operation).toHaveProperty(key);
    }
    expect(tags).toContain((operation.tags as unknown as string[])[0]);
    expect(operation.summary).toBeTruthy();
    expect(operation.description).toBeTruthy();
  }
});

test('security names only the schemes jwt, apiKey and guest, all bearer', () => {
  expect(Object.keys(document.components?.securitySchemes ?? {})).toEqual(['jwt', 'apiKey', 'guest']);
  const kinds = { none: [], jwt: ['jwt'], jwt_or_key: ['jwt', 'apiKey'] };
  for (const { operation } of methods) {
    const named = (operation.security as unknown as object[]).flatMap((one) => Object.keys(one));
    const guests = operation['x-guest'] === undefined ? [] : ['guest'];
    expect(named).toEqual([...kinds[operation['x-auth'] as unknown as keyof typeof kinds], ...guests]);
    const scope = operation['x-scope'] as unknown;
    const told = `An API key needs the scope \`${scope}\`.`;
    expect(String(operation.description).includes(told)).toBe(scope !== null);
  }
});

test('path parameters are declared exactly as they appear in the path', () => {
  for (const { path, operation } of methods) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const parameters = parametersOf(operation).filter((item) => String(item.in) === 'path');
    expect(parameters.map(({ name }) => name)).toEqual(inPath);
  }
});

test('every error status returns the envelope with the request id, and 429, 503 and 409 of a POST Retry-After', () => {
  for (const { operation } of methods) {
    for (const [status, reference] of Object.entries(operation.responses as Json)) {
      if (Number(status) < 400) continue;
      const response = resolve(String((reference as Json).$ref)) as Json;
      const schema = response.content?.['application/json']?.schema as Json;
      expect(schema.$ref).toBe('#/components/schemas/ErrorEnvelope');
      expect(response.headers).toHaveProperty('X-Request-Id');
      const waits = ['429', '503'].includes(status) || (status === '409' && operation['x-idempotent']);
      expect('Retry-After' in (response.headers as Json)).toBe(Boolean(waits));
    }
  }
});

test('a redirect names its target in its header and in its body', () => {
  const redirects = methods.filter(({ operation }) => '302' in (operation.responses as Json));
  expect(redirects.length).toBeGreaterThan(0);
  for (const { operation } of redirects) {
    const response = (operation.responses as Json)['302'] as Json;
    expect(response.headers).toHaveProperty('Location');
    expect(response.content).toHaveProperty(['application/json']);
  }
});

test('query parameters show their meaning instead of their text format', () => {
  const find = (path: string, name: string) => {
    const parameters = document.paths?.[path]?.get?.parameters as unknown as Json[];
    return parameters.find((parameter) => String(parameter.name) === name)?.schema;
  };
  expect(find('/api/v1/workflows', 'limit')).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 20,
  });
  expect(find('/api/v1/workflows', 'has_failed_run')).toEqual({ type: 'boolean' });
  expect(find('/api/v1/voices', 'gender')).toMatchObject({
    type: 'array',
    items: { $ref: '#/components/schemas/VoiceGender' },
  });
  expect(find('/api/v1/voices', 'favorites_only')).toEqual({ type: 'boolean', default: false });
});

/** Every field of a schema in the document, with its path. */
function fieldsOf(
  part: unknown,
  place: string,
): { place: string; name: string; field: { [key: string]: unknown } }[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties } = part as { properties?: Record<string, { [key: string]: unknown }> };
  const own = place.endsWith('/properties') ? [] : Object.entries(properties ?? {});
  const below = Object.entries(part).filter(([key]) => key !== 'examples');
  return [
    ...own.map(([name, field]) => ({ place: `${place}.${name}`, name, field })),
    ...below.flatMap(([key, item]) => fieldsOf(item, `${place}/${key}`)),
  ];
}
const fields = [
  ...fieldsOf(document.components?.schemas, ''),
  ...fieldsOf(document.components?.responses, ''),
  ...fieldsOf(document.paths, ''),
];

test('every query parameter and every header is described', () => {
  const bare = methods.flatMap(({ operation }) =>
    parametersOf(operation)
      .filter((parameter) => String(parameter.in) !== 'path' && !parameter.description)
      .map((parameter) => `${operation.operationId} ${parameter.name}`),
  );
  expect(bare).toEqual([]);
});

test('every field that can be null has a description', () => {
  const isNullable = (field: { type?: unknown; anyOf?: { type?: unknown }[] }) =>
    [field.type].flat().includes('null') || (field.anyOf ?? []).some(({ type }) => type === 'null');
  const bare = fields.filter(({ field }) => isNullable(field) && !field.description);
  expect(fields.length).toBeGreaterThan(500);
  // A nullable `description` needs none, because the operations that can remove it describe how.
  expect(bare.filter(({ name }) => name !== 'description').map(({ place }) => place)).toEqual([]);
});

test('no description just repeats the name of its field or parameter, or of the schema around it', () => {
  const wordsOf = (text: string) =>
    (
      text
        .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .match(/[a-z]+/g) ?? []
    ).map((word) => word.replace(/s$/, ''));
  const filler = wordsOf(
    'the a an of this its is in for to at on by with as which that from field value id display number',
  );
  const repeats = (names: string, description: unknown) => {
    const own = new Set([...wordsOf(names.replaceAll('_', ' ')), ...filler]);
    return description !== undefined && wordsOf(String(description)).every((word) => own.has(word));
  };
  const empty = fields.filter(({ place, name, field }) =>
    repeats(`${/^\/(\w+)/.exec(place)?.[1] ?? ''} ${name}`, field.description),
  );
  expect(empty.map(({ place }) => place)).toEqual([]);
  const parameters = methods.flatMap(({ operation }) =>
    parametersOf(operation)
      .filter(({ name, description }) => repeats(String(name), description))
      .map(({ name }) => `${operation.operationId} ${name}`),
  );
  expect(parameters).toEqual([]);
});

/** Every schema in the document, with its path. */
function schemasIn(part: unknown, place = ''): { place: string; schema: { [key: string]: unknown } }[] {
  if (typeof part !== 'object' || part === null) return [];
  const inner = Object.entries(part).filter(([key]) => key !== 'example' && key !== 'examples');
  return [
    { place, schema: part as { [key: string]: unknown } },
    ...inner.flatMap(([key, item]) => schemasIn(item, `${place}/${key}`)),
  ];
}

test('schemas use only what tools of other languages read: plain patterns, no nameless parts, no null defaults', () => {
  const places = (isWrong: (schema: { [key: string]: unknown }) => boolean) =>
    schemasIn(document).flatMap(({ place, schema }) => (isWrong(schema) ? [place] : []));
  expect(places(({ pattern }) => typeof pattern === 'string' && /\\[pP]\{/.test(pattern))).toEqual([]);
  expect(places(({ allOf }) => allOf !== undefined)).toEqual([]);
  expect(places((schema) => schema.default === null)).toEqual([]);
});

test('the example of a 422 is about the own body, query or path of the operation', () => {
  for (const { operation } of methods) {
    const response = resolve(String((operation.responses as Json)['422']?.$ref)) as Json;
    const examples = response.content?.['application/json']?.examples;
    const value = (resolve(String(examples?.VALIDATION_ERROR?.$ref)) as Json).value as Json;
    const [detail] = (value.error?.details ?? []) as unknown as { field: string; message: string }[];
    const [place, name = ''] = detail?.field.split('.') ?? [];
    expect(String(value.error?.message).endsWith(`: ${detail?.message}`)).toBe(true);
    const { schema } = (operation.requestBody?.content?.['application/json'] ?? {}) as Json;
    if (schema) {
      expect([operation.operationId, place]).toEqual([operation.operationId, 'body']);
      const whole = (schema.$ref ? resolve(String(schema.$ref)) : schema) as Json;
      if (name !== '') expect(Object.keys(whole.properties ?? {})).toContain(name);
    } else if (parametersOf(operation).some((one) => ['query', 'path'].includes(String(one.in)))) {
      expect(parametersOf(operation).map((one) => String(one.name))).toContain(
        String(detail?.field.slice(String(place).length + 1)).replace(/\.\d+$/, ''),
      );
    } else expect(detail?.field).toBe('query.page');
  }
});

test('every webhook event is in the section of webhooks, with a signed example', () => {
  const webhooks = document.webhooks as Json;
  expect(Object.keys(webhooks)).toEqual(expect.arrayContaining([...WEBHOOK_EVENT_TYPES, 'webhook.test']));
  for (const [type, { post }] of Object.entries(webhooks)) {
    const body = post?.requestBody?.content?.['application/json'];
    expect((resolve(String(body?.examples?.example?.$ref)) as Json).value?.type).toBe(type);
  }
  const parameters = webhooks['run.completed']?.post?.parameters as unknown as Json[];
  const header = (name: string) => String(parameters.find((one) => String(one.name) === name)?.example);
  const example = resolve('#/components/examples/webhook.run.completed') as Json;
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header);
  const secret = (resolve('#/components/examples/webhook_endpoints.create.response') as Json).value?.data
    ?.secret;
  const key = Buffer.from(String(secret).replace('whsec_', ''), 'base64');
  const body = JSON.stringify(example.value);
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  expect([example.value?.id, signature]).toEqual([id, `v1,${signed}`]);
});
