import { inspect } from 'node:util';
import { expect, expectTypeOf, test } from 'vitest';
import {
  type Page,
  PermissionError,
  ResponseError,
  type VoiceloomError,
  type WorkflowListItem,
} from '../src/index.ts';
import { failure, json, META, scripted } from './support/scripted-server.ts';

const page = (items: unknown[], next: string | null) =>
  json({ data: items, meta: META, pagination: { limit: 2, next, prev: null, total: 5 } });

test('a list iterates over all pages by their next address', async () => {
  const { client, seen } = await scripted(
    page(
      [{ id: 1 }, { id: 2 }],
      'http://elsewhere.example/api/v1/voices?limit=2&cursor=b&gender=male&gender=female',
    ),
    page([{ id: 3 }], null),
  );
  const ids: unknown[] = [];
  for await (const voice of client().voices.list({ limit: 2, gender: ['male', 'female'] }))
    ids.push(voice.id);
  expect(ids).toEqual([1, 2, 3]);
  expect(seen.map(({ url }) => url)).toEqual([
    '/api/v1/voices?limit=2&gender=male&gender=female',
    '/api/v1/voices?limit=2&cursor=b&gender=male&gender=female',
  ]);
});

test('nothing is sent until a list is iterated, and no page more than necessary', async () => {
  const { client, seen } = await scripted(page([{ id: 1 }, { id: 2 }], 'http://x/?cursor=b'));
  const list = client().workflows.list();
  expect(seen).toHaveLength(0);
  expect(await list.toArray({ limit: 3 })).toHaveLength(3);
  expect(seen).toHaveLength(2);
  expect(await list.toArray({ limit: 0 })).toEqual([]);
  expect(seen).toHaveLength(2);
});

test('a list with page numbers is iterated in the same way', async () => {
  const { client, seen } = await scripted(
    page([{ slug: 'free' }, { slug: 'creator-monthly' }], 'http://x/api/v1/billing/plans?limit=2&page=2'),
    page([{ slug: 'studio-monthly' }], null),
  );
  const plans = await client().billing.listPlans({ limit: 2 }).toArray();
  expect(plans.map(({ slug }) => slug)).toEqual(['free', 'creator-monthly', 'studio-monthly']);
  expect(seen.map(({ url }) => url)).toEqual([
    '/api/v1/billing/plans?limit=2',
    '/api/v1/billing/plans?limit=2&page=2',
  ]);
});

test('a page returns its items, its pagination and the next page', async () => {
  const { client } = await scripted(page([{ id: 1 }], 'http://x/?cursor=b'), page([{ id: 2 }], null));
  const first = await client().workflows.list().page();
  expect(first.pagination).toMatchObject({ limit: 2, total: 5 });
  const second = await first.next();
  expect(second?.items).toEqual([{ id: 2 }]);
  expect(await second?.next()).toBeNull();
});

test('rows inside an object are iterated as well', async () => {
  const rows = { rows: [{ line_id: 'a' }], run_status: 'completed' };
  const { client } = await scripted(
    json({ data: rows, meta: META, pagination: { limit: 20, next: null, prev: null, total: 1 } }),
  );
  const list = client().runs.data('w', 'r');
  expect(await list.toArray()).toEqual([{ line_id: 'a' }]);
  expect((await list.page()).data.run_status).toBe('completed');
});

test('a list that leads back to a page already read ends with an error', async () => {
  const { client, seen } = await scripted(page([{ id: 1 }], 'http://x/?cursor=b'));
  await expect(client().workflows.list().toArray()).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  expect(seen.length).toBeLessThanOrEqual(3);
});

test('no more pages are read than allowed', async () => {
  const { client, seen } = await scripted(
    page([{ id: 1 }], 'http://x/?cursor=b'),
    page([{ id: 2 }], 'http://x/?cursor=c'),
    page([{ id: 3 }], 'http://x/?cursor=d'),
  );
  const items: unknown[] = [];
  for await (const one of client().workflows.list().pages({ limit: 2 })) items.push(...one.items);
  expect(items).toEqual([{ id: 1 }, { id: 2 }]);
  expect(seen).toHaveLength(2);
});

test('a list whose next address is circular or invalid ends with a response error', async () => {
  const [a, b] = ['http://x/?cursor=a', 'http://x/?cursor=b'];
  const circle = await scripted(
    ...[page([1], a), page([2], b), page([3], a)],
    failure(500, 'INTERNAL_ERROR'),
  );
  await expect(circle.client({ maxRetries: 0 }).workflows.list().toArray()).rejects.toBeInstanceOf(
    ResponseError,
  );
  expect(circle.seen).toHaveLength(3);
  const nowhere = await scripted(page([1], 'http://'));
  await expect(nowhere.client().workflows.list().toArray()).rejects.toBeInstanceOf(ResponseError);
});

test('an awaited list is its first page, from which iteration can continue', async () => {
  const { client, seen } = await scripted(
    page([{ id: 1 }, { id: 2 }], 'http://x/?cursor=b'),
    page([{ id: 3 }], null),
  );
  const first = await client().workflows.list();
  expect(seen).toHaveLength(1);
  expect(first.data).toEqual([{ id: 1 }, { id: 2 }]);
  expect(first.items).toBe(first.data);
  expect([first.hasNext, first.meta, first.replayed]).toEqual([true, META, false]);
  const ids: unknown[] = [];
  for await (const { id } of first) ids.push(id);
  expect(ids).toEqual([1, 2, 3]);
  expect(seen).toHaveLength(2);
  const last = await first.next();
  expect([last?.hasNext, await last?.next()]).toEqual([false, null]);
});

test('an async function returns a list as its first page', async () => {
  const { client } = await scripted(page([{ id: 1 }], 'http://x/?cursor=b'), page([{ id: 2 }], null));
  const made = client();
  const listed = async () => made.workflows.list();
  const ids: unknown[] = [];
  for await (const { id } of await listed()) ids.push(id);
  expect(ids).toEqual([1, 2]);
});

test('a printed list shows how to use it', async () => {
  const { client, seen } = await scripted(page([], null));
  expect(inspect(client().workflows.list())).toBe(
    'Pages { workflows.list: await it, or iterate over it with for await }',
  );
  expect(seen).toHaveLength(0);
});

test('an error of a list is caught like that of any call', async () => {
  const { client } = await scripted(failure(403, 'FORBIDDEN'));
  const list = client().workflows.list();
  expect(await list.catch((error: unknown) => (error as VoiceloomError).code)).toBe('FORBIDDEN');
  await expect(list).rejects.toBeInstanceOf(PermissionError);
  expect(await list.then(undefined, () => 'refused')).toBe('refused');
});

test('the compiler knows an awaited list, its items, and rejects fields that a list does not have', async () => {
  const { client } = await scripted(page([], null));
  const list = client().workflows.list();
  expectTypeOf(list).resolves.toEqualTypeOf<Page<WorkflowListItem>>();
  const first = await list;
  expectTypeOf(first.items).toEqualTypeOf<WorkflowListItem[]>();
  expectTypeOf(await first.next()).toEqualTypeOf<Page<WorkflowListItem> | null>();
  // @ts-expect-error a list is awaited before its items are read
  expect(list.items).toBeUndefined();
  // @ts-expect-error a page has items but is not an array
  expect(first.length).toBeUndefined();
});
