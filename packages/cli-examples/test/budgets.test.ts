import { expect, test } from 'vitest';
import { data, json, META, service } from './support/service.ts';
import { shell } from './support/shell.ts';

const current = {
  ...{ starts_at: '2026-03-01T00:00:00.000Z', ends_at: '2026-04-01T00:00:00.000Z' },
  ...{
    credits: 4_180,
    provider_usd_micros: 12_540_000,
    unpriced_takes: 0,
    held_credits: 0,
    held_usd_micros: 0,
  },
};
const team = {
  ...{
    id: 'b1',
    name: 'Team',
    scope: 'workspace',
    scope_id: null,
    period: 'month',
    action: 'pause',
    current,
  },
  ...{ limit_credits: 20_000, limit_usd_micros: null },
};
const daily = { ...team, id: 'b2', name: 'Daily', scope: 'workflow', scope_id: 'w1', period: 'day' };

async function scene(budgets: object[]) {
  const { url, seen } = await service({
    'GET /api/v1/budgets': json({
      data: budgets,
      meta: META,
      pagination: { limit: 100, next: null, prev: null },
    }),
    'POST /api/v1/budgets': data({ ...team, id: 'b9' }, 201),
    'PATCH /api/v1/budgets/b1': data(team),
    'DELETE /api/v1/budgets/b1': data({}),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_TOKEN: 't' });
  const changes = () =>
    seen.filter(({ route }) => !route.startsWith('GET')).map(({ route, body }) => [route, body]);
  return { run, changes };
}

test('budgets are listed with what is used of their limits', async () => {
  const money = { ...daily, limit_credits: null, limit_usd_micros: 50_000_000, action: 'deny' };
  const { run } = await scene([team, money]);
  expect((await run(['budgets', 'list'])).out).toBe(
    'b1\tTeam\tworkspace\tmonth\tpause\t4180 of 20000\t-\nb2\tDaily\tworkflow w1\tday\tdeny\t-\t12.54 of 50.00\n',
  );
});

test('budgets set creates a budget, or changes the limits and the action of the one with this name or ID', async () => {
  const { run, changes } = await scene([team]);
  const created = await run([
    'budgets',
    'set',
    'New',
    '--credits',
    '500',
    '--period',
    'day',
    '--workflow',
    'w1',
  ]);
  expect([created.code, created.out]).toEqual([0, 'b9\n']);
  await run(['budgets', 'set', 'Team', '--usd', '12.5', '--action', 'deny']);
  await run(['budgets', 'set', 'b1', '--usd', '0.000001', '--period', 'month']);
  expect(changes()).toEqual([
    [
      'POST /api/v1/budgets',
      { name: 'New', limit_credits: 500, scope: 'workflow', scope_id: 'w1', period: 'day' },
    ],
    ['PATCH /api/v1/budgets/b1', { limit_usd_micros: 12_500_000, action: 'deny' }],
    ['PATCH /api/v1/budgets/b1', { limit_usd_micros: 1 }],
  ]);
});

test.each([
  [['set', 'New'], 'requires --credits, --usd, or both'],
  [['set', 'Team', '--credits', '5', '--period', 'day'], 'has another period or scope'],
  [['set', 'Team', '--credits', '5', '--member', 'u1'], 'has another period or scope'],
  [['set', 'Twice', '--credits', '5'], 'There are 2 budgets named "Twice". Use the ID of one: b3, b4.'],
  [['set', 'New', '--credits', '5', '--member', 'u1', '--workflow', 'w1'], 'Use only one of'],
  [['set', 'New', '--usd', '1,50'], 'such as 50 or 12.50'],
  [['set', 'New', '--usd', '0.0000001'], 'such as 50 or 12.50'],
])('budgets %j changes nothing: %s', async (words, message) => {
  const twice = { ...team, name: 'Twice' };
  const { run, changes } = await scene([team, { ...twice, id: 'b3' }, { ...twice, id: 'b4' }]);
  const { code, err } = await run(['budgets', ...words]);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(changes()).toEqual([]);
});

test('budgets remove finds the budget by its name', async () => {
  const { run, changes } = await scene([team]);
  const { code, out } = await run(['budgets', 'remove', 'Team', '--yes']);
  expect([code, out]).toEqual([0, 'b1 is deleted.\n']);
  expect(changes()).toEqual([['DELETE /api/v1/budgets/b1', '']]);
});

test.each([
  [
    { source: 'budget', name: 'Team', action: 'pause', exceeded_by: 'expected' },
    'The expected cost is over what is left of the budget "Team" (5 credits). The run pauses before it passes it.',
  ],
  [
    { source: 'budget', name: 'Team', action: 'warn', exceeded_by: 'maximum' },
    'The maximum cost is over what is left of the budget "Team" (5 credits). It only warns: the run continues.',
  ],
  [
    { source: 'budget', name: 'Team', action: 'deny', exceeded_by: 'maximum' },
    'The maximum cost is over what is left of the budget "Team" (5 credits). Lines that do not fit fail.',
  ],
  [
    { source: 'budget', name: 'Team', action: 'deny', exceeded_by: 'minimum' },
    'The minimum cost is over what is left of the budget "Team" (5 credits). The run cannot start.',
  ],
  [
    { source: 'cap', name: 'max_credits', action: 'pause', exceeded_by: 'minimum' },
    'The minimum cost is over the cap of 5 credits. The run pauses before it passes it.',
  ],
])('workflows preview names the limit %j and what follows', async (limit, note) => {
  const estimate = {
    ...{ min_credits: 9, expected_credits: 9, max_credits: 9, new_takes: 1, reused_takes: 0 },
    ...{ can_run: true, problems: [], notes: [] },
    limits: [{ ...limit, available_credits: 5, available_usd_micros: null }],
  };
  const { url } = await service({ 'POST /api/v1/workflows/w1/runs/preview': data(estimate) });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'k' });
  const { out } = await run(['workflows', 'preview', 'w1']);
  expect(out).toContain(`note     ${note}\n`);
});
