import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';

const WORKSPACES = '/api/v1/workspaces';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  await limitTo('unlimited');
  member = await createMember(server);
});
afterAll(() => server.close());

async function limitTo(limit: number | 'unlimited') {
  const { db } = server.app;
  const { limits } = await db
    .selectFrom('plan')
    .select('limits')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('plan')
    .set({ limits: JSON.stringify({ ...limits, workspaces_per_owner: limit }) })
    .where('is_default', '=', true)
    .execute();
}

const create = (body: object, as: Credential = member) => server.request('POST', WORKSPACES, { as, body });
const get = (path: string, as: Credential = member) => server.request('GET', path, { as });

test('a new workspace belongs to its creator, who can work in it at once', async () => {
  const { status, body } = await create({ name: 'Ünder the Sea!', color_idx: 3 });
  expect(status).toBe(201);
  expect(body.data).toEqual({
    id: expect.any(String),
    name: 'Ünder the Sea!',
    slug: 'under-the-sea',
    color_idx: 3,
    created_by: member.user_id,
    created_at: expect.any(String),
    updated_at: body.data.created_at,
    routing_price_sensitivity: 0.5,
    routing_llm_fit: true,
  });
  expect((await get(`${WORKSPACES}/${body.data.id}`)).body.data).toEqual(body.data);
  const inside = { token: member.token, workspace_id: body.data.id };
  expect((await server.request('POST', '/api/v1/api-keys', { as: inside, body: { name: 'x' } })).status).toBe(
    201,
  );
});

test.each([
  ['a line break', 'A\nB'],
  ['NUL', 'A\u0000B'],
  ['DEL', 'A\u007fB'],
  ['a right-to-left override', 'invoice\u202efdp.exe'],
  ['an isolate', 'A\u2067B'],
  ['an Arabic letter mark', 'A\u061cB'],
])('a name with %s is rejected, for a workspace, a workflow and an API key alike', async (_, name) => {
  for (const path of [WORKSPACES, '/api/v1/workflows', '/api/v1/api-keys']) {
    const { status, body } = await server.request('POST', path, { as: member, body: { name } });
    expect([path, status, body.error.details?.[0]?.field]).toEqual([path, 422, 'body.name']);
  }
  expect((await create({ name: 'שלום Ünder 名前 👩‍👩‍👧' })).status).toBe(201);
});

test('the personal workspace comes first in the list, then the oldest', async () => {
  const made = [];
  for (const name of ['B', 'A', 'C']) made.push((await create({ name })).body.data.id);
  const collect = async () => {
    const found: string[] = [];
    for (let url: string | null = `${WORKSPACES}?limit=2`; url; ) {
      const { body } = await get(url);
      found.push(...body.data.map(({ id }: { id: string }) => id));
      expect(body.pagination).not.toHaveProperty('total');
      url = body.pagination.next;
    }
    return found;
  };
  expect(await collect()).toEqual([member.workspace_id, ...made]);
});

test('a slug is stored as requested and can be taken only once', async () => {
  const slug = `team-${randomUUID().slice(0, 8)}`;
  expect((await create({ name: 'One', slug })).body.data.slug).toBe(slug);
  const { status, body } = await create({ name: 'Two', slug });
  expect(status).toBe(409);
  expect(body.error.code).toBe('WORKSPACE_SLUG_TAKEN');
});

test('a slug made from the name never collides', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => create({ name: 'Same name' })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.data.slug)).size).toBe(4);
  const { body } = await create({ name: '日本語' });
  expect(body.data.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test.each([
  [{}, 'body.name'],
  [{ name: '' }, 'body.name'],
  [{ name: 'x'.repeat(201) }, 'body.name'],
  [{ name: 'x', slug: 'No Good' }, 'body.slug'],
  [{ name: 'x', slug: '-x' }, 'body.slug'],
  [{ name: 'x', slug: 'x'.repeat(51) }, 'body.slug'],
  [{ name: 'x', color_idx: 7 }, 'body.color_idx'],
  [{ name: 'x', routing_price_sensitivity: 1.1 }, 'body.routing_price_sensitivity'],
])('the body %j is rejected at %s', async (body, field) => {
  const answer = await create(body);
  expect(answer.status).toBe(422);
  expect(answer.body.error.details.map((fault: { field: string }) => fault.field)).toContain(field);
});

test('the plan limits how many workspaces one person owns, also for simultaneous requests', async () => {
  await limitTo(3);
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => create({ name: `W${n}` })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 402, 402, 402]);
  expect(answers.find(({ status }) => status === 402)?.body.error.code).toBe('PLAN_LIMIT_REACHED');
});

test('a workspace is invisible to non-members', async () => {
  const { body } = await create({ name: 'Secret' });
  const stranger = await createMember(server);
  for (const id of [body.data.id, randomUUID()]) {
    expect((await get(`${WORKSPACES}/${id}`, stranger)).status).toBe(404);
  }
  expect((await get(`${WORKSPACES}/x`)).body.error.details[0].field).toBe('params.ws_id');
});

test('a member sees the workspaces of others that they joined', async () => {
  const owner = await createMember(server);
  const guest = await createMember(server, { workspace_id: owner.workspace_id, role: 'viewer' });
  expect((await get(`${WORKSPACES}/${owner.workspace_id}`, guest)).status).toBe(200);
  const { body } = await get(WORKSPACES, guest);
  expect(body.data.length).toBe(2);
  expect(body.data[1].id).toBe(owner.workspace_id);
});
