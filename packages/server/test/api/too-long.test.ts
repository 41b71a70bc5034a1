import type { ReviewItem, ReviewItemDetail, RunCard, RunOverview } from '@voiceloom/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { storeAggregates } from '../../src/features/runs/index.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';
import { putScript } from '../support/put-script.ts';
import { until } from '../support/until.ts';
import { narration } from '../support/workflows.ts';

/** A run without any check. Its voice needs more than 300 ms for each line. */
const SCRIPT = [
  'id,max_duration_ms,Character limit,text',
  'fits,60000,40,The gate is closed tonight.',
  'long,300,,The gate is closed tonight.',
  'wordy,,20,<b>The gate is closed tonight.</b>',
  'both,300,20,The gate is closed tonight.',
  'free,,,The gate is closed tonight.',
].join('\n');
const WORDY = 'The text has 27 characters, 7 over its limit of 20 characters.';
const LONG = /^The file lasts \d+ ms, \d+ ms over its limit of 300 ms\./;

let server: TestApp;
let worker: Worker;
let member: Member;
let run: string;

async function call(method: string, path: string, body?: object) {
  const response = await server.request(method, `/api/v1${path}`, { as: member, ...(body && { body }) });
  expect(response.status, response.text).toBeLessThan(300);
  return response.body.data;
}

beforeAll(async () => {
  server = await startTestApp({ role: 'all' });
  worker = await startWorker(server.app, runJobs);
  member = await createMember(server);
  const owner = { user_id: member.user_id, workspace_id: member.workspace_id };
  const upload_ids = [await putScript(server, owner, SCRIPT, 'csv')];
  const definition = narration({ input_type: 'file', upload_ids, source_language: 'en-us' });
  const { id: workflow } = await call('POST', '/workflows', { name: 'Limits', definition });
  const { id } = await call('POST', `/workflows/${workflow}/runs`);
  run = `/workflows/${workflow}/runs/${id}`;
  await until(async () => (await call('GET', run)).status === 'completed', 100_000);
}, 120_000);
afterAll(async () => {
  await worker.stop(1_000);
  await server.close();
});

const reasonsOf = (
  lines: readonly { line_id: string; too_long: boolean; too_long_reason: string | null }[],
) => Object.fromEntries(lines.map((line) => [line.line_id, line.too_long ? line.too_long_reason : null]));

const EXPECTED = {
  fits: null,
  long: expect.stringMatching(LONG),
  wordy: WORDY,
  both: expect.stringMatching(new RegExp(`${LONG.source} ${WORDY}`)),
  free: null,
};

test('run data says which lines are too long, without a check in the workflow', async () => {
  const { rows } = await call('GET', `${run}/data`);
  const cards: RunCard[] = rows.flatMap(({ cards }: { cards: RunCard[] }) => cards);
  expect(reasonsOf(cards)).toEqual(EXPECTED);
  expect(cards.find(({ line_id }) => line_id === 'both')).toMatchObject({
    ...{ max_duration_ms: 300, max_characters: 20 },
  });
});

test('the overview counts them, before and after it stores its figures', async () => {
  const overview = async (): Promise<RunOverview> => call('GET', `${run}/overview`);
  const first = await overview();
  expect(first.too_long).toBe(3);
  const metrics = first.metric_sections.flatMap((section) => section.metrics);
  expect(metrics.find(({ key }) => key === 'too_long_lines')).toMatchObject({
    value: 3,
    status: 'available',
  });
  const id = run.split('/').at(-1) ?? '';
  await storeAggregates(server.app, id);
  expect((await overview()).too_long).toBe(3);
});

test('the review marks and filters them', async () => {
  const { id } = await call('POST', `${run}/review`);
  const items = async (query: string): Promise<ReviewItem[]> =>
    (await call('GET', `/reviews/${id}/items${query}`)).items;
  const named = (list: ReviewItem[]) => list.map(({ line_id }) => line_id);
  expect(named(await items('?too_long=true'))).toEqual(['long', 'wordy', 'both']);
  expect(named(await items('?too_long=false'))).toEqual(['fits', 'free']);
  const details: ReviewItemDetail[] = [];
  for (const { no } of await items('')) details.push(await call('GET', `/reviews/${id}/items/${no}`));
  expect(reasonsOf(details)).toEqual(EXPECTED);
});

test('the list of pick-ups and the script keep limits in characters', async () => {
  const { url } = await call('GET', `${run}/download?format=pickups-json`);
  const { lines } = await (await fetch(url)).json();
  expect(lines.map((line: { line_id: string; reasons: string[] }) => [line.line_id, line.reasons])).toEqual([
    ['long', ['too_long']],
    ['wordy', ['too_long']],
    ['both', ['too_long']],
  ]);
  expect(lines[1]).toMatchObject({ max_characters: 20, details: [WORDY] });
  const script = await call('GET', `${run}/script`);
  expect(await (await fetch(script.url)).text()).toContain('both,,en-us,,300,20,');
});
