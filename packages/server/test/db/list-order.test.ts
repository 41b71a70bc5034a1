import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../src/db/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { sentStatements } from '../support/sent-statements.ts';
import { createNamed, insertRun } from '../support/workflows.ts';

let server: TestApp;
let member: Member;
let planner: pg.Pool;
let runs: string;
let run: string;

beforeAll(async () => {
  server = await startTestApp();
  member = await createMember(server);
  const workflow = await createNamed({ server, member }, 'Story');
  runs = `/workflows/${workflow.id}/runs`;
  run = `${runs}/${await insertRun({ server, member }, workflow, { status: 'completed' })}`;
  planner = createPool({
    connectionString: server.app.config.database_url ?? '',
    max: 1,
    onError: () => undefined,
  });
  // Leaves only index scans. A sort appears only if no index fits.
  for (const way of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'])
    await planner.query(`set ${way} = off`);
});
afterAll(async () => {
  await planner.end();
  await server.close();
});

interface Plan {
  'Node Type': string;
  Plans?: Plan[];
}

const stepsOf = (plan: Plan): string[] => [plan['Node Type'], ...(plan.Plans ?? []).flatMap(stepsOf)];

/** The ordered statements behind a request, and the steps of their plans. */
async function plansOf(path: string): Promise<string[][]> {
  const { result, statements } = await sentStatements(() =>
    server.request('GET', `/api/v1${path}`, { as: member }),
  );
  const { status, text } = result;
  expect(status, text).toBe(200);
  const ordered = statements.filter((sent) => /order by .* limit /s.test(sent.text));
  const plans = ordered.map(async (sent) => {
    const { rows } = await planner.query(`explain (format json) ${sent.text}`, sent.values);
    return stepsOf(rows[0]['QUERY PLAN'][0].Plan);
  });
  return Promise.all(plans);
}

test.each([
  '/workflows',
  '/workflows?sort=name',
  '/workflows?sort=runs_count',
  '/workflows?sort=runs_count&order=asc',
  '/voices?sort=name&order=asc',
  '/voices?sort=created_at&order=desc',
  '/voices?sort=uses_count&order=desc',
  '/voices?sort=uses_count&order=asc',
  '/api-keys',
  'runs?sort=created_at&order=desc',
  'runs?sort=started_at&order=desc',
  'runs?sort=completed_at&order=desc',
  'runs?sort=status&order=asc',
  // An index returns the first key in the other direction, and few rows share a key.
  'runs?sort=created_at&order=asc',
  'run/data',
])('the list %s is read in its order from an index', async (list) => {
  const path = list.replace(/^runs/, runs).replace(/^run\//, `${run}/`);
  const plans = await plansOf(path);
  expect(plans).toHaveLength(1);
  expect(plans.flat()).toEqual(expect.arrayContaining([expect.stringMatching(/Index/)]));
  expect(plans.flat()).not.toContain('Sort');
});

test.each(['/workflows?sort=runs_count&order=asc', '/voices?sort=uses_count&order=asc'])(
  'the list %s, in which many rows share a key, needs no sorting',
  async (path) => {
    expect((await plansOf(path)).flat()).not.toContain('Incremental Sort');
  },
);
