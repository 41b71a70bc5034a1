import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fullPipeline } from '../support/definitions.ts';
import { auditRun } from '../support/engine.ts';
import { createMember, type Member } from '../support/factories.ts';
import { until } from '../support/until.ts';
import { unzip } from '../support/unzip.ts';

const SPOKEN = 'Hello there, everybody.';
const SILENT = ['…', '{player_name}', '[sighs] <break time="1s"/>', '!?', '♪ ♪'];

describe('lines without anything to speak', () => {
  let server: TestApp;
  let worker: Worker;
  let member: Member;
  beforeAll(async () => {
    server = await startTestApp({ role: 'all' });
    worker = await startWorker(server.app, runJobs);
    member = await createMember(server);
  });
  afterAll(async () => {
    await worker.stop(1_000);
    await server.close();
  });

  async function call(method: 'GET' | 'POST', path: string, body?: object) {
    const response = await server.request(method, path, { as: member, ...(body && { body }) });
    expect(response.status, response.text).toBeLessThan(300);
    return response.body.data;
  }

  async function scene(lines: string[]) {
    const definition = fullPipeline({ text: lines.join('\n') });
    const { id } = await call('POST', '/api/v1/workflows', { name: crypto.randomUUID(), definition });
    return { definition, runs: `/api/v1/workflows/${id}/runs` };
  }

  async function run(runs: string) {
    const { id } = await call('POST', runs);
    const read = () => call('GET', `${runs}/${id}/status`);
    await until(async () => (await read()).completed_at !== null, 60_000);
    return { id, path: `${runs}/${id}`, ...(await read()) };
  }

  test('are skipped and listed, cost nothing, and the run completes', async () => {
    const { definition, runs } = await scene([SPOKEN, ...SILENT]);
    const estimate = await call('POST', `${runs}/preview`);
    expect(estimate).toMatchObject({ can_run: true, new_takes: 1, min_credits: 1, problems: [] });
    const note = {
      code: 'nothing_to_speak',
      message:
        '5 lines have nothing to speak and are skipped: "L00002", "L00003", "L00004", "L00005", "L00006".',
    };
    const isOther = ({ code }: { code: string }) => !code.startsWith('markup_');
    expect(estimate.notes.filter(isOther)).toEqual([{ node_id: definition.graph.nodes[1]?.id, ...note }]);
    const { warnings } = await call('POST', '/api/v1/workflows/validate', { definition });
    expect(warnings.filter(isOther)).toEqual([{ path: 'definition.graph.nodes.1.config', ...note }]);
    const { id, path, ...ended } = await run(runs);
    expect(ended).toMatchObject({ status: 'completed', credits: estimate.expected_credits });
    expect(await auditRun(server.app, id)).toEqual([]);
    const { rows } = await call('GET', `${path}/data`);
    const cards = rows.flatMap((row: { cards: object[] }) => row.cards);
    expect(cards.map(({ status }: { status: string }) => status)).toEqual([
      'delivered',
      ...SILENT.map(() => 'skipped'),
    ]);
    expect(cards[1].audio).toMatchObject({
      status: 'unavailable',
      reason: 'The line has nothing to speak: without markup and placeholders, no letters or digits remain.',
    });
    const overview = await call('GET', `${path}/overview`);
    const metrics = overview.metric_sections.flatMap((section: { metrics: object[] }) => section.metrics);
    expect(metrics).toContainEqual(expect.objectContaining({ key: 'skipped_lines', value: SILENT.length }));
  });

  test('are in manifest and report with the reason, and not on the pick-up list', async () => {
    const { runs } = await scene([SPOKEN, '…']);
    const { path } = await run(runs);
    const { url } = await call('GET', `${path}/download`);
    const files = await unzip(Buffer.from(await (await fetch(url)).arrayBuffer()));
    const [, json = Buffer.from('')] = [...files].find(([name]) => name.endsWith('manifest.json')) ?? [];
    const manifest = JSON.parse(json.toString());
    expect(manifest.totals).toMatchObject({ lines: 2, delivered: 1, skipped: 1, failed: 0 });
    expect(manifest.lines[1]).toMatchObject({ status: 'skipped', file: null, credits: 0 });
    expect(manifest.lines[1].reason).toContain('nothing to speak');
    const [, html] = [...files].find(([name]) => name.endsWith('.html')) ?? [];
    expect(html?.toString()).toContain('of 2: 1 skipped');
    const pickups = await call('GET', `${path}/download?format=pickups-json`);
    expect((await (await fetch(pickups.url)).json()).lines).toEqual([]);
  });

  test('do not fail a run that has no other lines, and a retry finds nothing to do', async () => {
    const { runs } = await scene(['…', '—']);
    const { path, ...ended } = await run(runs);
    expect(ended).toMatchObject({ status: 'completed', credits: 0, error: null });
    const again = await server.request('POST', `${path}/retry`, { as: member });
    expect(again.status).toBe(409);
  });
});
