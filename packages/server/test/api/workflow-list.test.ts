import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { createNamed, fieldsOf, insertRun, WORKFLOWS, type WorkflowBody } from '../support/workflows.ts';

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(() => server.close());

const get = (path: string, as = member) => server.request('GET', path, { as });
const create = (body: object, as = member) => server.request('POST', WORKFLOWS, { as, body });

async function collect(query: string, as = member): Promise<WorkflowBody[]> {
  const found: WorkflowBody[] = [];
  for (let url: string | null = `${WORKFLOWS}${query}`; url !== null; ) {
    const { status, body } = await get(url, as);
    expect(status).toBe(200);
    found.push(...body.data);
    url = body.pagination.next;
  }
  return found;
}

const names = async (query: string) => (await collect(query)).map(({ name }) => name);

test('lists omit the definition and count runs by status', async () => {
  const workflow = await createNamed({ server, member }, 'Counted');
  await insertRun({ server, member }, workflow, { status: 'completed' });
  await insertRun({ server, member }, workflow, { status: 'completed' });
  await insertRun({ server, member }, workflow, { status: 'failed' });
  const { body } = await get(WORKFLOWS);
  expect(body.pagination).toEqual({ limit: 20, next: null, prev: null, total: 1 });
  expect(body.data[0]).not.toHaveProperty('definition');
  expect(body.data[0]).toMatchObject({
    runs_count: 3,
    last_run_status: 'failed',
    run_status_counts: { pending: 0, running: 0, paused: 0, completed: 2, failed: 1, cancelled: 0 },
  });
});

test('the status filter uses the latest run', async () => {
  await createNamed({ server, member }, 'draft');
  for (const status of ['running', 'completed', 'failed', 'paused']) {
    const workflow = await createNamed({ server, member }, status);
    await insertRun({ server, member }, workflow, {
      status: 'completed',
      created_at: new Date('2026-01-01T00:00:00Z'),
    });
    await insertRun({ server, member }, workflow, { status: status });
  }
  for (const status of ['draft', 'running', 'completed', 'failed', 'paused']) {
    expect(await names(`?status=${status}`)).toEqual([status]);
  }
});

test('runs can be filtered by time and by failure', async () => {
  await createNamed({ server, member }, 'never');
  const early = await createNamed({ server, member }, 'early');
  const late = await createNamed({ server, member }, 'late');
  await insertRun({ server, member }, early, {
    status: 'failed',
    created_at: new Date('2026-01-01T00:00:00Z'),
  });
  await insertRun({ server, member }, early, {
    status: 'completed',
    created_at: new Date('2026-01-02T00:00:00Z'),
  });
  await insertRun({ server, member }, late, {
    status: 'completed',
    created_at: new Date('2026-03-01T00:00:00Z'),
  });
  expect(await names('?last_run_before=2026-02-01T00:00:00Z')).toEqual(['early']);
  expect(
    await names('?last_run_after=2026-01-02T02:00:00%2B02:00&last_run_before=2026-02-01T00:00:00Z'),
  ).toEqual(['early']);
  expect(await names('?last_run_after=2026-02-01T00:00:00Z')).toEqual(['late']);
  expect(await names('?has_failed_run=true')).toEqual(['early']);
  expect(await names('?has_failed_run=false&sort=name')).toEqual(['late', 'never']);
});

test('search covers name and description, and % is not a wildcard', async () => {
  await create({ name: 'Launch Trailer', description: null });
  await create({ name: 'Phone prompts', description: 'For the LAUNCH, 100% new' });
  expect(await names('?search=launch&sort=name')).toEqual(['Launch Trailer', 'Phone prompts']);
  expect(await names('?search=00%25')).toEqual(['Phone prompts']);
  expect(await names('?search=%25')).toEqual(['Phone prompts']);
  expect(await names('?search=_')).toEqual([]);
  const { body } = await get(`${WORKFLOWS}?search=trailer`);
  expect(body.pagination.total).toBe(1);
});

test('sort and order are paired by position', async () => {
  for (const [name, runs] of [
    ['b', 1],
    ['a', 1],
    ['c', 2],
    ['d', 0],
  ] as const) {
    const workflow = await createNamed({ server, member }, name);
    for (let run = 0; run < runs; run++)
      await insertRun({ server, member }, workflow, { status: 'completed' });
  }
  expect(await names('?sort=name')).toEqual(['a', 'b', 'c', 'd']);
  expect(await names('?sort=name&order=desc')).toEqual(['d', 'c', 'b', 'a']);
  expect(await names('?sort=runs_count&sort=name&order=desc&order=asc')).toEqual(['c', 'a', 'b', 'd']);
  expect(await names('?sort=runs_count&order=asc&sort=name&order=desc')).toEqual(['d', 'b', 'a', 'c']);
});

test('the latest change is first by default', async () => {
  const first = await createNamed({ server, member }, 'first');
  await createNamed({ server, member }, 'second');
  await server.request('PATCH', `${WORKFLOWS}/${first.id}`, { as: member, body: { description: 'Changed' } });
  expect(await names('')).toEqual(['first', 'second']);
});

test.each(['updated_at', 'name', 'runs_count'])(
  'pages by %s are complete with equal values, in both directions',
  async (sort) => {
    const now = new Date();
    for (let index = 0; index < 9; index++)
      await createNamed({ server, member }, index % 3 ? 'Same' : 'same');
    await server.app.db
      .updateTable('workflow')
      .set({ updated_at: now })
      .where('workspace_id', '=', member.workspace_id)
      .execute();
    for (const order of ['asc', 'desc']) {
      const query = `?sort=${sort}&order=${order}`;
      const whole = (await collect(`${query}&limit=100`)).map(({ id }) => id);
      expect(new Set(whole).size).toBe(9);
      expect((await collect(`${query}&limit=2`)).map(({ id }) => id)).toEqual(whole);
      const { body } = await get(`${WORKFLOWS}${query}&limit=3&offset=4`);
      expect(body.data.map(({ id }: WorkflowBody) => id)).toEqual(whole.slice(4, 7));
      expect(body.pagination.total).toBe(9);
    }
  },
);

test('rows created or deleted between two pages cause no gap and no duplicate', async () => {
  for (const name of ['b', 'd', 'f', 'h']) await createNamed({ server, member }, name);
  const first = await get(`${WORKFLOWS}?sort=name&limit=2`);
  await createNamed({ server, member }, 'a');
  const second = await get(first.body.pagination.next);
  expect([...first.body.data, ...second.body.data].map(({ name }: WorkflowBody) => name)).toEqual([
    'b',
    'd',
    'f',
    'h',
  ]);
});

test.each([
  ['limit=0', 'query.limit'],
  ['limit=101', 'query.limit'],
  ['offset=10001', 'query.offset'],
  ['status=unknown', 'query.status'],
  ['sort=color', 'query.sort'],
  ['has_failed_run=maybe', 'query.has_failed_run'],
  ['last_run_after=2026-01-01T00:00:00', 'query.last_run_after'],
  ['last_run_after=2026-02-01T00:00:00Z&last_run_before=2026-01-01T00:00:00Z', 'query.last_run_after'],
  ['cursor=nonsense', 'query.cursor'],
  ['cursor=x&offset=1', 'query.cursor'],
])('the query %s is rejected at its field', async (query, field) => {
  const { status, body } = await get(`${WORKFLOWS}?${query}`);
  expect(status).toBe(422);
  expect(fieldsOf(body).join(' ')).toContain(field);
});

test('a cursor of another list is rejected', async () => {
  for (const name of ['a', 'b']) await createNamed({ server, member }, name);
  const { body } = await get(`${WORKFLOWS}?limit=1`);
  const cursor = new URL(body.pagination.next).searchParams.get('cursor');
  for (const other of ['sort=name', 'search=a', 'status=draft']) {
    const refused = await get(`${WORKFLOWS}?limit=1&${other}&cursor=${cursor}`);
    expect(refused.status).toBe(422);
    expect(fieldsOf(refused.body)).toEqual(['query.cursor']);
  }
});

test('a search of more than 100 characters is rejected', async () => {
  expect((await get(`${WORKFLOWS}?search=${'a'.repeat(100)}`)).status).toBe(200);
  const { status, body } = await get(`${WORKFLOWS}?search=${'a'.repeat(101)}`);
  expect(status).toBe(422);
  expect(fieldsOf(body)).toEqual(['query.search']);
});
