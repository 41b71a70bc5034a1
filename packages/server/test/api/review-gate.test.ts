import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
// @ts-expect-error: the page's own script is plain JavaScript
import { decisionsFile } from '../../src/export/report/page/decisions-file.js';
// @ts-expect-error: the page's own script is plain JavaScript
import { openReview } from '../../src/export/report/page/review.js';
import { lockAndCheckApproval } from '../../src/features/reviews/gate.ts';
import { refreshReviewOfRun } from '../../src/features/reviews/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { deliveryScene } from '../support/deliveries.ts';
import { createMember, type Member } from '../support/factories.ts';
import { insertRun, type StoredRun } from '../support/run-factory.ts';
import { insertScriptRun, SCRIPT } from '../support/run-script.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { unzip } from '../support/unzip.ts';

let server: TestApp;
let bucket: S3Server;
let member: Member;
let run: StoredRun;

beforeAll(async () => {
  bucket = await startS3Server();
  const { host } = new URL(bucket.endpoint);
  server = await startTestApp({ config: { provider_allowed_hosts: [host] } });
});
beforeEach(async () => {
  member = await createMember(server);
  run = await insertScriptRun({ server, member });
});
afterAll(async () => {
  await server.close();
  await bucket.close();
});

const send = (method: string, path: string, body?: object) =>
  server.request(method, path, { as: member, ...(body && { body }) });

async function open() {
  const { id } = (await send('POST', `${run.path}/review`)).body.data;
  const at = `/api/v1/reviews/${id}`;
  return {
    id,
    at,
    get: async () => (await send('GET', at)).body.data,
    decide: (body: object) => send('POST', `${at}/decisions`, body),
  };
}

/** As if the workflow had required it when the run started. */
const requireApproval = (id = run.id) =>
  sql`update run set definition = jsonb_set(definition, '{graph,nodes}', (
      select jsonb_agg(case when node ->> 'type' = 'sink_preview'
        then jsonb_set(node, '{config,require_approval}', 'true') else node end)
      from jsonb_array_elements(definition #> '{graph,nodes}') as node))
    where id = ${id}`.execute(server.app.db);

let runs = 1;

/** A retry that has ended, as the current run of a review that has not processed the end yet. */
async function endedRetry(
  review_id: string,
  status: 'completed' | 'failed' = 'completed',
): Promise<StoredRun> {
  const { db } = server.app;
  const plan = { status, lines: SCRIPT, run_number: ++runs };
  const retry = await insertRun({ server, member }, run.workflow, plan);
  await db.updateTable('run').set({ retry_of: run.id }).where('id', '=', retry.id).execute();
  await db.insertInto('review_run').values({ run_id: retry.id, review_id }).execute();
  await db.updateTable('review').set({ current_run_id: retry.id }).where('id', '=', review_id).execute();
  return retry;
}

test('a delivery starts only after every line is approved or waived', async () => {
  await requireApproval();
  const scene = deliveryScene(server, member, bucket);
  await scene.target();
  const early = await scene.start(run);
  expect(early.status).toBe('awaiting_approval');
  const review = await open();
  expect(await review.get()).toMatchObject({ requires_approval: true, approved_at: null });
  await review.decide({ filter: { status: ['delivered'] }, decision: 'approved' });
  expect((await scene.start(run)).id).toBe(early.id);
  expect((await scene.deliveries(run))[0].status).toBe('awaiting_approval');
  await review.decide({ filter: { decision: ['open'] }, decision: 'waived' });
  expect(await review.get()).toMatchObject({ approved_at: expect.any(String) });
  expect((await scene.deliveries(run))[0].status).toBe('pending');
  await scene.push(early.id);
  expect((await scene.deliveries(run))[0]).toMatchObject({ status: 'completed', files_failed: 0 });
});

test('a delivery that has not started waits again if an approval is withdrawn', async () => {
  await requireApproval();
  const scene = deliveryScene(server, member, bucket);
  await scene.target();
  const review = await open();
  await review.decide({ filter: {}, decision: 'waived' });
  const { id, status } = await scene.start(run);
  expect(status).toBe('pending');
  await review.decide({ entries: [{ no: 1, decision: 'rejected' }] });
  await scene.push(id);
  expect((await scene.deliveries(run))[0].status).toBe('awaiting_approval');
  await review.decide({ entries: [{ no: 1, decision: 'waived' }] });
  await scene.push(id);
  expect((await scene.deliveries(run))[0].status).toBe('completed');
});

test('a line approved with a take that is not the delivered one keeps the gate closed', async () => {
  const review = await open();
  const [first, delivered] = run.audio.get('hello/de-de')?.takes ?? [];
  const approve = (audio_id?: string) =>
    review.decide({ entries: [{ no: 2, decision: 'approved', audio_id: audio_id ?? null }] });
  await approve(first);
  await review.decide({ filter: { decision: ['open'] }, decision: 'waived' });
  expect((await review.get()).approved_at).toBeNull();
  await approve(delivered);
  expect((await review.get()).approved_at).toEqual(expect.any(String));
});

test('the delivery of a retry waits until its takes are in the review and approved', async () => {
  await requireApproval();
  const scene = deliveryScene(server, member, bucket);
  await scene.target();
  const review = await open();
  await review.decide({ filter: {}, decision: 'waived' });
  const retry = await endedRetry(review.id);
  await requireApproval(retry.id);
  expect((await scene.start(retry)).status).toBe('awaiting_approval');
  await refreshReviewOfRun(server.app, retry.id);
  expect(await review.get()).toMatchObject({ approved_at: null });
  await review.decide({ filter: { decision: ['open'] }, decision: 'waived' });
  expect((await scene.deliveries(retry))[0].status).toBe('pending');
});

test('a released delivery whose run is replaced by a retry ends with the reason', async () => {
  await requireApproval();
  const scene = deliveryScene(server, member, bucket);
  await scene.target();
  const review = await open();
  const waiting = await scene.start(run);
  await review.decide({ filter: {}, decision: 'waived' });
  expect((await scene.deliveries(run))[0].status).toBe('pending');
  const retry = await endedRetry(review.id);
  await requireApproval(retry.id);
  await scene.push(waiting.id);
  expect((await scene.deliveries(run))[0].status).toBe('awaiting_approval');
  await refreshReviewOfRun(server.app, retry.id);
  const error = expect.stringContaining('replaced this run');
  expect((await scene.deliveries(run))[0]).toMatchObject({ id: waiting.id, status: 'failed', error });
  const again = await send('POST', `${run.path}/deliveries`, { target: 'game-builds' });
  expect([again.status, again.body.error.message]).toEqual([409, error]);
});

test('a delivery that starts only after its run was replaced ends with the reason', async () => {
  await requireApproval();
  const scene = deliveryScene(server, member, bucket);
  await scene.target();
  const review = await open();
  await review.decide({ filter: {}, decision: 'waived' });
  const { id } = await scene.start(run);
  const retry = await endedRetry(review.id);
  await refreshReviewOfRun(server.app, retry.id);
  await scene.push(id);
  const error = expect.stringContaining('replaced this run');
  expect((await scene.deliveries(run))[0]).toMatchObject({ status: 'failed', error });
});

test('a failed retry releases the deliveries that waited for it', async () => {
  await requireApproval();
  const scene = deliveryScene(server, member, bucket);
  await scene.target();
  const review = await open();
  await review.decide({ filter: {}, decision: 'waived' });
  const retry = await endedRetry(review.id, 'failed');
  expect((await scene.start(run)).status).toBe('awaiting_approval');
  await refreshReviewOfRun(server.app, retry.id);
  expect((await scene.deliveries(run))[0].status).toBe('pending');
  expect(await review.get()).toMatchObject({ current_run_id: run.id });
});

test.each(['retry/preview', 'retry'])('%s right after the end of a retry uses its takes', async (path) => {
  const review = await open();
  await review.decide({ entries: [{ no: 1, decision: 'rejected' }] });
  await endedRetry(review.id);
  const { status, body } = await send('POST', `${review.at}/${path}`);
  expect([status, body.error?.message]).toEqual([409, 'The review has no lines to speak again.']);
});

test('an approval is kept if the retry delivers the approved take', async () => {
  const review = await open();
  const [first = ''] = run.audio.get('hello/de-de')?.takes ?? [];
  const approved = { decision: 'approved' };
  // The second line delivers another take.
  const entries = [
    { no: 1, ...approved },
    { no: 2, ...approved, audio_id: first },
  ];
  await review.decide({ entries });
  const retry = await endedRetry(review.id);
  await server.app.db
    .updateTable('run_line')
    .set({ audio_id: first })
    .where('run_id', '=', retry.id)
    .where('no', '=', 1)
    .execute();
  await refreshReviewOfRun(server.app, retry.id);
  const { items } = (await send('GET', `${review.at}/items?limit=2`)).body.data;
  expect(items).toMatchObject([{ decision: null }, { ...approved, chosen_audio_id: first, audio_id: first }]);
});

test('after lines are spoken again, the takes of both runs can be played, and an old one can be approved', async () => {
  const review = await open();
  await review.decide({ entries: [{ no: 2, decision: 'rejected' }] });
  const retry = await endedRetry(review.id);
  await refreshReviewOfRun(server.app, retry.id);
  const fresh = async () =>
    (await send('GET', `${review.at}/items?new_take=true`)).body.data.items.map(
      ({ no }: { no: number }) => no,
    );
  expect(await fresh()).toContain(2);
  const { takes, takes_count } = (await send('GET', `${review.at}/items/2`)).body.data;
  expect(takes_count).toBe(takes.length);
  const [first, second] = run.audio.get('hello/de-de')?.takes ?? [];
  const again = retry.audio.get('hello/de-de')?.takes ?? [];
  type Heard = { audio_id: string; run_id: string; run_number: number; is_delivered: boolean };
  expect(takes.map(({ audio_id, ...take }: Heard) => [audio_id, take.run_number, take.is_delivered])).toEqual(
    [
      [first, 1, false],
      [second, 1, false],
      [again[0], runs, false],
      [again[1], runs, true],
    ],
  );
  const comment = { audio_id: second, start_ms: 0, body: 'Like this one.' };
  expect((await send('POST', `${review.at}/items/2/comments`, comment)).status).toBe(201);
  const approve = (no: number) =>
    review.decide({ entries: [{ no, decision: 'approved', audio_id: second }] });
  expect((await approve(1)).status).toBe(422);
  expect((await approve(2)).body.data.saved).toMatchObject([{ chosen_audio_id: second, is_locked: true }]);
  expect(await fresh()).not.toContain(2);
  await review.decide({ entries: [{ no: 2, decision: null }] });
  expect(await fresh()).toContain(2);
});

test('a delivery of a run that needs no approval does not wait', async () => {
  const scene = deliveryScene(server, member, bucket);
  await scene.target();
  await open();
  expect((await scene.start(run)).status).toBe('pending');
});

test('a download of approved takes contains exactly these, and the manifest names locked ones', async () => {
  const download = () => send('GET', `${run.path}/download?format=files&only=approved`);
  expect((await download()).status).toBe(409);
  const review = await open();
  const [first] = run.audio.get('hello/de-de')?.takes ?? [];
  const entries = [
    { no: 1, decision: 'approved' },
    // This take is not the delivered one.
    { no: 2, decision: 'approved', audio_id: first },
    { no: 3, decision: 'rejected' },
    { no: 6, decision: 'waived' },
  ];
  expect((await review.decide({ entries })).body.data.saved_count).toBe(4);
  const { status, body } = await download();
  expect(status).toBe(200);
  expect(body.data.filename).toBe('Café-Söhne-run-1-approved.jsonl');
  const lines = (await (await fetch(body.data.url)).text()).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).line_id)).toEqual(['hello']);
  const files = await archiveOf();
  const { lines: listed } = JSON.parse(String(files.get('manifest.json')));
  const locked = listed.filter((line: { locked: boolean }) => line.locked);
  expect(locked).toMatchObject([{ line_id: 'hello', locale: 'en-us' }]);
});

async function archiveOf(query = ''): Promise<Map<string, Buffer>> {
  const download = await fetch((await send('GET', `${run.path}/download${query}`)).body.data.url);
  return unzip(Buffer.from(await download.arrayBuffer()));
}

type PageLine = { id: string; locale: string; decided: { decision: string | null; version: number } };

/** The lines of a report, as its page reads them. */
const linesOf = (report: string): PageLine[] =>
  [...report.matchAll(/class="lines">(.*?)<\/script>/gs)].flatMap(([, json = '']) => JSON.parse(json));

test('a report contains the decisions of the review, but no note, reason or name', async () => {
  const review = await open();
  const [first] = run.audio.get('hello/de-de')?.takes ?? [];
  const said = { note: 'The client pays late', reason: 'internal reason' };
  const entries = [
    { no: 1, decision: 'approved', ...said },
    // This take is not the delivered one.
    { no: 2, decision: 'approved', audio_id: first, ...said },
    { no: 3, decision: 'rejected', ...said },
    { no: 6, decision: 'waived', ...said },
  ];
  expect((await review.decide({ entries })).body.data.saved_count).toBe(4);
  const { items } = (await send('GET', `${review.at}/items`)).body.data;
  const report = String((await archiveOf()).get('report.html'));
  const lines = linesOf(report);
  const decidedOf = ({ no }: { no: number }) => {
    const { line_id, locale_code } = items[no - 1];
    return lines.find(({ id, locale }) => id === line_id && locale === locale_code)?.decided;
  };
  expect(entries.map(decidedOf)).toEqual([
    { decision: 'approved', version: 1, audio_id: items[0].chosen_audio_id },
    { decision: 'other_take', version: 1, audio_id: expect.not.stringMatching(String(first)) },
    { decision: 'rejected', version: 1, audio_id: expect.any(String) },
    expect.objectContaining({ decision: 'waived', version: 1 }),
  ]);
  const approved = String((await archiveOf('?only=approved')).get('report.html'));
  expect(linesOf(approved).map(({ decided }) => decided.decision)).toEqual(['approved']);
  for (const text of [said.note, said.reason, items[0].decided_by.name])
    for (const page of [report, approved]) expect(page).not.toContain(text);
});

test('decisions from a report replace those that it shows, and become conflicts for newer ones', async () => {
  const early = linesOf(String((await archiveOf()).get('report.html')));
  const review = await open();
  await review.decide({ entries: [{ no: 1, decision: 'rejected', note: 'Too fast' }] });
  const lines = linesOf(String((await archiveOf()).get('report.html')));
  const savedFrom = (read: PageLine[]) => {
    // Without a storage, the decisions last as long as the page.
    const page = openReview(undefined, run.id);
    for (const line of read) if (line.id === 'hello') page.decide(line, 'approved');
    return JSON.parse(decisionsFile(read, page));
  };
  const results = async (body: object) => {
    const { saved, conflicts } = (await review.decide(body)).body.data;
    return [saved, conflicts].map((items) => items.map(({ no }: { no: number }) => no));
  };
  // Made without knowing the review.
  expect(await results(savedFrom(early))).toEqual([[2], [1]]);
  // A colleague changes a decision that the report shows.
  await review.decide({ entries: [{ no: 2, decision: 'needs_work', note: 'Softer' }] });
  expect(await results(savedFrom(lines))).toEqual([[1], [2]]);
  const { items } = (await send('GET', `${review.at}/items`)).body.data;
  expect(items.slice(0, 2)).toMatchObject([
    { decision: 'approved', note: null },
    { decision: 'needs_work', note: 'Softer' },
  ]);
});

test('30 decisions while deliveries of the run check their approval: no deadlock, no 503', async () => {
  await requireApproval();
  const scene = deliveryScene(server, member, bucket);
  await scene.target();
  const review = await open();
  await review.decide({ filter: {}, decision: 'waived' });
  const { id } = await scene.start(run);
  const items = SCRIPT.length;
  const decisions = Array.from({ length: 30 }, (_, n) =>
    send('PUT', `${review.at}/items/${(n % items) + 1}/decision`, {
      decision: n % 2 ? 'rejected' : 'waived',
      note: String(n),
    }),
  );
  const checks = Array.from({ length: 30 }, () =>
    server.app.db
      .transaction()
      .execute((tx) =>
        lockAndCheckApproval(tx, { workspace_id: member.workspace_id, run_id: run.id, node_id: null }),
      ),
  );
  await scene.push(id);
  expect((await Promise.allSettled(checks)).filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(new Set((await Promise.all(decisions)).map(({ status }) => status))).toEqual(new Set([200]));
});
