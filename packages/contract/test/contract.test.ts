import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  checkDefinition,
  contract,
  DEFAULT_SCOPES,
  ERROR_CODES,
  ERRORS,
  MAX_BODY_BYTES,
  NODE_TYPES,
  nodeTypeViews,
  operations,
  PROVIDER_IDS,
  SCOPES,
  statusOf,
  UpdateApiKey,
  UpdateWorkflow,
} from '../src/index.ts';

const all = operations();

test('operation ids are unique and begin with their area', () => {
  const ids = all.map(({ route }) => route.metadata.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { route } of all) {
    expect(route.metadata.operationId).toMatch(new RegExp(`^${route.metadata.area}\\.[a-z_]+$`));
  }
});

test('method and path are unique, and no path is hidden by an earlier one', () => {
  const pattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
  const asRequest = (path: string) => path.replaceAll(/:\w+/g, 'x');
  all.forEach(({ route }, index) => {
    const hiding = all.slice(0, index).filter((earlier) => {
      return earlier.route.method === route.method && pattern(earlier.route.path).test(asRequest(route.path));
    });
    expect(hiding.map((earlier) => earlier.route.path)).toEqual([]);
  });
});

test('a body may have 16 MiB if it carries a definition, and 4 MiB otherwise', () => {
  const large = all.flatMap(({ route }) => (route.metadata.maxBodyBytes === undefined ? [] : [route]));
  expect(large.every(({ metadata }) => metadata.maxBodyBytes === 4 * MAX_BODY_BYTES)).toBe(true);
  const carrying = all.filter(
    ({ route: { body } }) => body instanceof z.ZodObject && 'definition' in body.shape,
  );
  expect(large.map(({ metadata }) => metadata.operationId)).toEqual(
    carrying.map(({ route }) => route.metadata.operationId),
  );
});

test('exactly the authenticated POST operations honor Idempotency-Key', () => {
  for (const { route } of all) {
    const { operationId, auth, idempotent } = route.metadata;
    const isKeyed = route.method === 'POST' && auth !== 'none';
    expect([operationId, idempotent]).toEqual([operationId, isKeyed]);
    expect([operationId, route.headers?.['idempotency-key'] !== undefined]).toEqual([operationId, isKeyed]);
  }
});

test('every operation that accepts keys names a scope, except whoami, and one that rejects keys names none', () => {
  for (const { route } of all) {
    const { operationId, auth, scope } = route.metadata;
    const isScoped = auth === 'jwt_or_key' && operationId !== 'auth.whoami';
    expect([operationId, scope !== null]).toEqual([operationId, isScoped]);
  }
});

test('every list except three has pagination', () => {
  const unpaged = ['users.list_payment_methods', 'runs.steps', 'dictionary.languages'];
  const lists = all.filter(({ route }) => {
    const body = route.responses[200 as keyof typeof route.responses];
    return body instanceof z.ZodObject && body.shape.data instanceof z.ZodArray;
  });
  const without = lists.filter(({ route }) => {
    const body = route.responses[200 as keyof typeof route.responses] as unknown as z.ZodObject;
    return body.shape.pagination === undefined;
  });
  expect(without.map(({ route }) => route.metadata.operationId).sort()).toEqual(unpaged.sort());
  expect(lists.length).toBeGreaterThan(15);
});

test('the workspace header is declared exactly where the metadata says so', () => {
  for (const { route } of all) {
    const { workspace, role } = route.metadata;
    expect(route.headers?.['x-workspace-id'] !== undefined).toBe(workspace === 'header');
    expect(route.path.includes(':ws_id')).toBe(workspace === 'path');
    expect(role !== null).toBe(workspace !== 'none');
  }
});

test('viewers read, editors write and admins manage, except for previews and checks of definitions', () => {
  // Only the person who created an upload may delete it, in any role.
  const open = [
    'workflows.validate',
    'workflows.preview',
    'workflows.estimate',
    'dictionary.suggest_pronunciation',
    'text.normalize',
    'dictionary.effects',
    'reviews.open',
    'reviews.comment',
    'reviews.update_comment',
    'reviews.delete_comment',
    'uploads.delete',
  ];
  const managed = new Set(['delivery_targets', 'workspaces', 'members', 'budgets']);
  // Only admins may even see addresses and secrets.
  const closed = new Set(['webhook_endpoints', 'provider_keys']);
  // Links give access to others.
  const guarded = ['reviews.links'];
  for (const { route } of all) {
    const { role, operationId, area } = route.metadata;
    if (role === null || area === 'api_keys' || guarded.includes(operationId)) continue;
    const reads = route.method === 'GET' || open.includes(operationId);
    const writers = managed.has(area) || closed.has(area) ? 'admin' : 'editor';
    expect([operationId, role]).toEqual([operationId, reads && !closed.has(area) ? 'viewer' : writers]);
  }
});

test('guests reach only the review of their link: its id is in every path that is open to them', () => {
  const open = all.filter(({ route }) => route.metadata.guest !== undefined);
  expect(open.length).toBeGreaterThan(5);
  for (const { route } of open) expect(route.path).toMatch(/^\/api\/v1\/reviews\/:review_id(\/|$)/);
});

test('header names are lowercase, because a route with another spelling would never see its header', () => {
  for (const { route } of all) {
    for (const name of Object.keys(route.headers ?? {})) expect(name).toBe(name.toLowerCase());
  }
});

test('every operation declares 422, its success status, and a status for each of its codes', () => {
  for (const { route } of all) {
    const { errors, success } = route.metadata;
    const declared = Object.keys(route.responses).map(Number);
    // The usual success status is always declared. A client must request any other one, such as that for the
    // address of a sample.
    expect(declared).toContain(success);
    const faults = declared.filter((status) => status >= 400);
    expect(new Set(faults)).toEqual(new Set(errors.map(statusOf)));
    expect(declared).toContain(422);
  }
});

test('paged lists take limit, offset and cursor, with the declared default', () => {
  // Not a page of a list, pages by number, and pages of the payment processor.
  const others = ['voices.similar', 'reviews.items', 'billing.list_plans', 'users.list_invoices'];
  for (const { route } of all) {
    const { paged, operationId } = route.metadata;
    if (others.includes(operationId)) continue;
    const parsed = route.query?.safeParse({ q: 'x' }).data as { limit?: number } | undefined;
    expect([route.path, parsed?.limit]).toEqual([route.path, paged?.defaultLimit]);
  }
});

test('the list of nearest voices is not paged: it has a limit and no next page', () => {
  const { query, metadata } = contract.voices.similar;
  expect(metadata).not.toHaveProperty('paged');
  expect(query.parse({ offset: '5', cursor: 'x' })).toEqual({ limit: 10 });
  expect(query.safeParse({ limit: '51' }).success).toBe(false);
});

test('a PATCH accepts any subset of its fields, including none', () => {
  for (const schema of [UpdateWorkflow, UpdateApiKey]) {
    expect(schema.safeParse({}).data).toEqual({});
    expect(schema.safeParse({ unknown: 1 }).data).toEqual({});
    expect(schema.safeParse({ name: null }).data).toEqual({ name: null });
    expect(schema.safeParse({ name: 'Intro' }).data).toEqual({ name: 'Intro' });
  }
});

test('a new key by default reads everything and starts runs', () => {
  expect(DEFAULT_SCOPES).toEqual([
    'workflows:read',
    'workflows:run',
    'reviews:read',
    'voices:read',
    'dictionary:read',
    'workspace:read',
    'templates:read',
    'catalog:read',
  ]);
  expect(SCOPES).toHaveLength(14);
});

test('every error code has one status between 400 and 503', () => {
  expect(ERROR_CODES).toHaveLength(Object.keys(ERRORS).length);
  expect(ERROR_CODES.every((code) => statusOf(code) >= 400 && statusOf(code) <= 503)).toBe(true);
});

test('the source node has the five fields of the interface, columns, a language, and who transcribes media', () => {
  const source = nodeTypeViews().find(({ node_type }) => node_type === 'source_script');
  expect(source?.inputs).toEqual([]);
  expect(source?.outputs).toEqual([{ name: 'lines', fields: ['locale_code', 'script'] }]);
  expect(source?.config_schema).toMatchObject({
    input_type: { type: 'string', enum: ['text', 'file', 'media'] },
    text: { type: 'string', default: '', maxLength: 500_000 },
    upload_ids: { type: 'array', maxItems: 50, items: { type: 'string', format: 'uuid' } },
    csv_column: { anyOf: [{ type: 'string', enum: ['character_name'] }, { type: 'null' }], default: null },
    columns: { type: 'object', additionalProperties: false, default: {} },
    csv_has_header: { type: 'boolean', default: true },
    source_language: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    transcription_provider: { default: null },
    transcription_model: { default: null },
  });
  expect(Object.keys(source?.config_schema ?? {})).toHaveLength(9);
});

test('every node type has a complete default config without open references', () => {
  for (const type of Object.values(NODE_TYPES)) {
    const config = type.config.parse({});
    expect(Object.keys(config)).toEqual(Object.keys(type.config.shape));
    const id = '00000000-0000-4000-8000-000000000001';
    expect(checkDefinition({ graph: { nodes: [{ id, type: type.node_type }] } }).errors).toEqual([]);
  }
  expect(JSON.stringify(nodeTypeViews())).not.toContain('$ref');
  expect(PROVIDER_IDS).toContain('espeak');
});
