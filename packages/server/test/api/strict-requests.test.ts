import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { fillPath, forgetRequests, isSigned } from '../support/matrix.ts';
import { putOnPlan } from '../support/plans.ts';
import { ROUTES } from '../support/routes.ts';
import { narration } from '../support/workflows.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
  member = await createMember(server);
});
afterAll(() => server.close());

const get = (path: string) => server.request('GET', `/api/v1${path}`, { as: member });
const send = (method: string, path: string, body: unknown, headers = {}) =>
  server.request(method, `/api/v1${path}`, { as: member, body, headers });

/** The fields of a 422 with their messages. */
async function problemsOf(path: string): Promise<string[]> {
  const { status, body } = await get(path);
  expect(status).toBe(422);
  return body.error.details.map((one: { field: string; message: string }) => `${one.field} ${one.message}`);
}

test('every operation rejects a query parameter that it does not know, and names it', async () => {
  const ids = { ws_id: member.workspace_id };
  for (const route of ROUTES.filter((one) => !isSigned(one))) {
    const path = `${fillPath(route, ids)}?sortt=name`;
    const body = route.method === 'GET' ? undefined : {};
    const { status, body: shown } = await server.request(route.method, path, { as: member, body });
    expect([route.metadata.operationId, status]).toEqual([route.metadata.operationId, 422]);
    const fields = shown.error.details.map(({ field }: { field: string }) => field);
    expect(fields, route.metadata.operationId).toContain('query.sortt');
  }
  await forgetRequests(server, `user:${member.user_id}`);
});

test('an unknown query parameter is explained with the one that is probably meant', async () => {
  expect(await problemsOf('/workflows?serch=x')).toEqual([
    'query.serch There is no query parameter "serch". Did you mean search?',
  ]);
  expect(await problemsOf('/templates?order=asc')).toEqual([
    expect.stringContaining(
      'query.order There is no query parameter "order". Allowed query parameters: limit',
    ),
  ]);
  expect(await problemsOf('/voices?limit[]=1')).toEqual([
    'query.limit[] There is no query parameter "limit[]". Did you mean limit?',
  ]);
  expect(await problemsOf('/nodes/source_script?a=1')).toEqual(['query.a There is no query parameter "a".']);
});

test('sort and order that would have no effect are rejected', async () => {
  expect(await problemsOf('/voices?sort=name&order=asc&order=desc')).toEqual([
    'query.order Must not have more values than sort.',
  ]);
  expect(await problemsOf('/workflows?order=asc&order=desc')).toEqual([
    'query.order Must not have more values than sort.',
  ]);
  expect(await problemsOf('/workflows?sort=name&sort=name')).toEqual([
    'query.sort Must not contain a key twice.',
  ]);
  for (const list of ['/dictionary', '/usage/activity', '/api-keys', '/providers']) {
    expect(await problemsOf(`${list}?sort=name`)).toHaveLength(1);
    expect(await problemsOf(`${list}?order=asc`)).toHaveLength(1);
  }
  expect((await get('/voices?order=desc')).status).toBe(200);
  expect((await get('/voices?sort=name&sort=created_at&order=desc')).status).toBe(200);
});

test('several values in the wrong form get a message that shows the right one', async () => {
  expect(await problemsOf('/voices?sort=name,created_at')).toEqual([
    'query.sort Send it once for each value: sort=name&sort=created_at',
  ]);
  expect(await problemsOf('/voices?gender=female,%20neutral')).toEqual([
    'query.gender Send it once for each value: gender=female&gender=neutral',
  ]);
  expect(await problemsOf('/voices?language=de-de,fr-fr')).toEqual([
    'query.language Send it once for each value: language=de-de&language=fr-fr',
  ]);
  expect(await problemsOf('/templates?sort=name,popular')).toEqual(['query.sort Takes only one value.']);
  expect(await problemsOf('/workflows?limit=1&limit=2')).toEqual(['query.limit Must be sent only once.']);
  expect(await problemsOf('/workflows?search=a&search=b')).toEqual(['query.search Must be sent only once.']);
  const id = '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d05';
  expect(await problemsOf(`/workflows/${id}/runs?status=failed&status=cancelled`)).toEqual([
    'query.status Send it once, with commas: status=failed,cancelled',
  ]);
  expect((await get('/workflows?search=a,b')).status).toBe(200);
  expect(await problemsOf('/voices?sort=nme,age')).toEqual([
    'query.sort Must be one of: name, created_at, uses_count.',
  ]);
});

test('a time with a plus sign that became a space gets a message with the encoded time', async () => {
  expect(await problemsOf('/workflows?last_run_after=2026-03-02T09:30:00+02:00')).toEqual([
    'query.last_run_after Send a plus sign as %2B. In a query, + means a space: 2026-03-02T09:30:00%2B02:00',
  ]);
  expect(await problemsOf('/workflows?last_run_before=yesterday')).toEqual([
    'query.last_run_before Must be an ISO 8601 date-time with an offset (Z or +02:00).',
  ]);
  expect(await problemsOf('/usage/summary?timezone=Etc/GMT+5')).toEqual([
    'query.timezone Must be an IANA time zone, such as Europe/Berlin. Send a plus sign as %2B.',
  ]);
  const right = '2026-03-02T09:30:00%2B02:00';
  expect((await get(`/workflows?last_run_after=${right}`)).status).toBe(200);
});

/** Operations that start work that costs credits or money, or that speak. */
const COSTLY = [
  'runs.start',
  'workflows.preview',
  'workflows.estimate',
  'runs.retry',
  'reviews.retry',
  'reviews.retry_preview',
  'dictionary.preview',
].concat(['users.subscribe', 'users.change_plan', 'billing.create_checkout']);

/** The objects of a schema that accept unknown fields, ignored or kept. */
function openObjects(schema: z.ZodType, path: string): string[] {
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  if (schema instanceof z.ZodArray) return openObjects(schema.element as z.ZodType, `${path}[]`);
  if (schema instanceof z.ZodObject) {
    const inner = Object.entries(schema.shape).flatMap(([name, field]) =>
      openObjects(field as z.ZodType, `${path}.${name}`),
    );
    return schema.def.catchall instanceof z.ZodNever ? inner : [path, ...inner];
  }
  const part = innerType ?? input;
  return part ? openObjects(part, path) : [];
}

test.each(COSTLY)('%s has no part that accepts unknown fields', (id) => {
  const route = ROUTES.find(({ metadata }) => metadata.operationId === id);
  expect(openObjects(route?.body as z.ZodType, 'body')).toEqual([]);
});

test('a misspelled optional field is rejected where the request starts work that costs', async () => {
  const workflow = (await send('POST', '/workflows', { name: 'Strict', definition: narration() })).body.data;
  const runs = `/workflows/${workflow.id}/runs`;
  const started = await send('POST', runs, { scriptText: 'Hello.' });
  expect(started.status).toBe(422);
  expect(started.body.error.message).toBe(
    'scriptText: There is no field "scriptText". Did you mean script_text?',
  );
  for (const path of [runs, `${runs}/preview`, `/workflows/${workflow.id}/estimate`]) {
    const params = { max_failed: 1, speed: 2 };
    expect((await send('POST', path, { script_text: 'Hello.', params })).body.error.details).toEqual([
      {
        field: 'body.params.max_failed',
        message: 'There is no field "max_failed". Did you mean max_failed_lines?',
      },
      {
        field: 'body.params.speed',
        message: 'There is no field "speed". Allowed fields: max_failed_lines.',
      },
    ]);
  }
  expect((await get(runs)).body.pagination.total).toBe(0);
  const retried = await send('POST', `${runs}/${workflow.id}/retry`, {
    ...{ line_id: ['a'], lines: [{ line_id: 'a', locale: 'de-de' }] },
  });
  expect(retried.body.error.details).toEqual([
    {
      field: 'body.lines.0.locale',
      message: 'There is no field "locale". Did you mean locale_code?',
    },
    { field: 'body.line_id', message: 'There is no field "line_id". Did you mean line_ids?' },
  ]);
  const preview = {
    workflow_id: workflow.id,
    locale: 'en-us',
    entry: { word: 'Nguyen', pronunciation: 'win', lang: 'en' },
  };
  expect((await send('POST', '/dictionary/preview', preview)).body.error.details).toContainEqual({
    field: 'body.entry.lang',
    message: 'There is no field "lang". Did you mean language?',
  });
});

test('elsewhere, a misspelled field is ignored and named in a warning', async () => {
  const body = { name: 'Warned', descripton: 'x', definition: { ...narration(), 'größe "1"': 1 } };
  const created = await send('POST', '/workflows', body, { 'Idempotency-Key': 'warned' });
  const warnings = [
    '299 - "The field descripton is unknown and was ignored."',
    '299 - "The field definition.gr\\\\u00f6\\\\u00dfe \\"1\\" is unknown and was ignored."',
  ];
  expect([created.status, created.headers.get('warning')]).toEqual([201, warnings.join(', ')]);
  const repeated = await send('POST', '/workflows', body, { 'Idempotency-Key': 'warned' });
  expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  expect(repeated.headers.get('warning')).toBe(warnings.join(', '));
  const clean = await send('PATCH', `/workflows/${created.body.data.id}`, { description: 'x' });
  expect(clean.headers.has('warning')).toBe(false);
  const kept = await send('PATCH', `/workflows/${created.body.data.id}`, {
    definition: { ...narration(), graph: { ...narration().graph, viewport: { x: 1 } } },
  });
  expect(kept.headers.has('warning')).toBe(false);
  const bodiless = await send('POST', `/workflows/${created.body.data.id}/duplicate`, { name: 'Copy' });
  expect(bodiless.headers.get('warning')).toBe('299 - "The field name is unknown and was ignored."');
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field_${at}`, at]));
  const flooded = await send('POST', '/workflows', { name: 'Many', ...many, ['x'.repeat(9_000)]: 1 });
  expect(flooded.status).toBe(201);
  expect(flooded.headers.get('warning')?.split(', ')).toHaveLength(10);
});

test('an empty or null X-Workspace-Id selects the default workspace, as if it were absent', async () => {
  const other = await createMember(server);
  const { token: key } = await createKey(server, member);
  for (const value of [' ', 'null', 'NULL']) {
    const headers = { 'X-Workspace-Id': value };
    for (const as of [{ token: member.token }, { token: key }])
      expect((await server.request('GET', '/api/v1/workflows', { as, headers })).status).toBe(200);
  }
  const wrong = { 'X-Workspace-Id': 'undefined' };
  expect((await server.request('GET', '/api/v1/workflows', { as: member, headers: wrong })).status).toBe(422);
  const foreign = { 'X-Workspace-Id': other.workspace_id };
  expect((await server.request('GET', '/api/v1/workflows', { as: member, headers: foreign })).status).toBe(
    404,
  );
});

test('an API key reads its workspace, its settings and its members, and no other workspace', async () => {
  const { token } = await createKey(server, member, { scopes: ['workspace:read'] });
  await putOnPlan(server.app.db, member.user_id, 'studio-monthly');
  const second = (await send('POST', '/workspaces', { name: 'Second' })).body.data;
  const read = (path: string) => server.request('GET', `/api/v1/workspaces${path}`, { as: { token } });
  const own = `/${member.workspace_id}`;
  const list = await read('');
  expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([member.workspace_id]);
  expect((await get('/workspaces')).body.data).toHaveLength(2);
  expect((await read(own)).body.data.id).toBe(member.workspace_id);
  expect((await read(`${own}/settings`)).status).toBe(200);
  expect((await read(`${own}/members`)).body.data[0].user_id).toBe(member.user_id);
  expect((await read('/slug-available?slug=harbor')).status).toBe(200);
  for (const path of ['', '/settings', '/members'])
    expect((await read(`/${second.id}${path}`)).status).toBe(404);
  const without = await createKey(server, member, { scopes: ['workflows:read'] });
  const denied = await server.request('GET', `/api/v1/workspaces${own}`, { as: without });
  expect([denied.status, denied.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
});

test('where the interface accepts only tokens, an API key stays rejected', async () => {
  const { token } = await createKey(server, member, { scopes: ['workspace:read'] });
  const path = `/api/v1/workspaces/${member.workspace_id}/members/${member.user_id}`;
  const { status } = await server.request('PATCH', path, { as: { token }, body: { role: 'viewer' } });
  expect(status).toBe(403);
  const jwtOnly = [
    'runs.summary',
    'templates.create',
    'workflows.update',
    'members.update',
    'provider_keys.delete',
  ];
  for (const id of jwtOnly) {
    const route = ROUTES.find(({ metadata }) => metadata.operationId === id);
    expect([id, route?.metadata.auth]).toEqual([id, 'jwt']);
  }
});
