import { expect, test } from 'vitest';
import { data, json, META, service } from './support/service.ts';
import { shell } from './support/shell.ts';

const nightly = {
  ...{ id: 's1', workflow_id: 'w1', name: 'Nightly', cron: '0 2 * * *', time_zone: 'Europe/Berlin' },
  ...{ disabled_reason: null, next_run_at: '2026-03-03T01:00:00.000Z', last_run: null },
};
const failed = {
  ...{ due_at: '2026-03-02T01:00:00.000Z', outcome: 'failed', run_id: null },
  ...{ reason: 'SUSPENDED', message: 'The workspace is suspended.' },
};
const list = (items: object[]) =>
  json({ data: items, meta: META, pagination: { limit: 100, next: null, prev: null } });

test('schedules are listed with their next due time and what happened at the last one', async () => {
  const off = { ...nightly, id: 's2', disabled_reason: 'failures', next_run_at: null, last_run: failed };
  const { url } = await service({ 'GET /api/v1/schedules': list([nightly, off]) });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'k' });
  expect((await run(['schedules', 'list'])).out.split('\n')).toEqual([
    's1\tNightly\tw1\t0 2 * * *\tEurope/Berlin\t2026-03-03T01:00:00.000Z\t-',
    's2\tNightly\tw1\t0 2 * * *\tEurope/Berlin\tdisabled (failures)\tfailed (SUSPENDED) 2026-03-02T01:00:00.000Z',
    '',
  ]);
});

test('a schedule is created with its input; the zone is that of this machine unless one is named', async () => {
  const { url, seen } = await service({ 'POST /api/v1/schedules': data(nightly, 201) });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_TOKEN: 't' });
  const words = ['schedules', 'create', 'w1', '--cron', '0 2 * * *'];
  const created = await run([
    ...words,
    ...['--time-zone', 'Asia/Tokyo', '--name', 'Nightly', '--max-credits', '50', '--skip-if-unchanged'],
  ]);
  expect([created.code, created.out]).toEqual([0, 's1\n']);
  expect(created.err).toContain('Next run: 2026-03-03T01:00:00.000Z (0 2 * * * in Asia/Tokyo)');
  await run(words);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const times = { workflow_id: 'w1', cron: '0 2 * * *' };
  expect(seen.map(({ body }) => body)).toEqual([
    {
      ...{ ...times, name: 'Nightly', time_zone: 'Asia/Tokyo' },
      ...{ input: { max_credits: 50 }, skip_if_unchanged: true },
    },
    { ...times, name: '0 2 * * *', time_zone: timeZone, input: {}, skip_if_unchanged: false },
  ]);
});

test('a schedule is disabled, enabled and deleted, and its history is listed', async () => {
  const { url, seen } = await service({
    'PATCH /api/v1/schedules/s1': data(nightly),
    'DELETE /api/v1/schedules/s1': data({}),
    'GET /api/v1/schedules/s1/occurrences': list([failed]),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_TOKEN: 't' });
  await run(['schedules', 'disable', 's1']);
  expect((await run(['schedules', 'enable', 's1'])).out).toBe('Next run: 2026-03-03T01:00:00.000Z\n');
  expect((await run(['schedules', 'history', 's1'])).out).toBe(
    '2026-03-02T01:00:00.000Z\tfailed\t-\tSUSPENDED\tThe workspace is suspended.\n',
  );
  expect((await run(['schedules', 'delete', 's1'])).code).toBe(2);
  expect((await run(['schedules', 'delete', 's1', '--yes'])).out).toBe('s1 is deleted.\n');
  const changes = seen.filter(({ route }) => !route.startsWith('GET'));
  expect(changes.map(({ route, body }) => [route, body])).toEqual([
    ['PATCH /api/v1/schedules/s1', { enabled: false }],
    ['PATCH /api/v1/schedules/s1', { enabled: true }],
    ['DELETE /api/v1/schedules/s1', ''],
  ]);
});
