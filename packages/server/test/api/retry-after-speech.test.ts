import { encodeWav } from '@voiceloom/audio';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../src/engine/jobs.ts';
import { startWorker, type Worker } from '../../src/jobs/index.ts';
import type { SpeechProviders } from '../../src/providers/speech/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { definitionOf, type GraphNode, node } from '../support/definitions.ts';
import { createMember, type Member } from '../support/factories.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { until } from '../support/until.ts';

/** Retries of lines that failed at a node after the one that spoke them. */

/** FLAC cannot store this sample rate, so mastering fails in the same way each time. */
const ODD_RATE = 96_001;

const scripted = scriptedSpeech();
const speech: SpeechProviders = new Map(
  [...scripted.providers].map(([id, provider]) => [
    id,
    {
      ...provider,
      async synthesize(request, signal) {
        const made = await provider.synthesize(request, signal);
        if (request.text.includes('bug')) new Float32Array(1).set([0, 0]);
        if (!request.text.includes('odd')) return made;
        const channel = Float32Array.from({ length: ODD_RATE }, (_, i) => 0.2 * Math.sin(i / 60));
        const audio = encodeWav({ channels: [channel], sampleRate: ODD_RATE });
        return { ...made, audio, sample_rate: ODD_RATE, duration_ms: 1_000 };
      },
    },
  ]),
);

let server: TestApp;
let worker: Worker;
let member: Member;
let path: string;

beforeAll(async () => {
  server = await startTestApp({ role: 'all', speech });
  worker = await startWorker(server.app, runJobs);
});
beforeEach(async () => {
  member = await createMember(server);
});
afterAll(async () => {
  await worker.stop(1_000);
  await server.close();
});

let speak: GraphNode;

async function runOf(...lines: string[]): Promise<string> {
  const source = node('source_script', { text: lines.join('\n'), source_language: 'en-us' });
  speak = node('operator_generator');
  const master = node('operator_mastering', { format: 'flac', sample_rate: null, trim_silence: false });
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, speak, master, sink],
    [
      [source, 'lines', speak],
      [speak, 'audio', master],
      [master, 'audio', sink],
    ],
    { max_failed_lines: 10 },
  );
  const made = await server.request('POST', '/api/v1/workflows', {
    as: member,
    body: { name: 'Odd', definition },
  });
  expect(made.status, made.text).toBe(201);
  path = `/api/v1/workflows/${made.body.data.id}/runs`;
  return ended(await server.request('POST', path, { as: member }));
}

async function ended({
  status,
  text,
  body,
}: {
  status: number;
  text: string;
  body: { data: { id: string } };
}) {
  expect(status, text).toBe(202);
  await until(async () => {
    const run = await rowOf(body.data.id);
    return run.completed_at !== null;
  }, 60_000);
  return body.data.id;
}

const rowOf = (id: string) =>
  server.app.db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const linesOf = (id: string) =>
  server.app.db
    .selectFrom('run_line')
    .select(['line_id', 'status', 'error'])
    .where('run_id', '=', id)
    .orderBy('no')
    .execute();

const retry = async (of: string, body: object) =>
  ended(await server.request('POST', `${path}/${of}/retry`, { as: member, body }));

/** How many texts were sent to the provider while `work` ran. */
async function spokenBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = scripted.requests.length;
  await work();
  return scripted.requests.slice(before).map(({ text }) => text);
}

test('a line that fails after it was spoken is retried with its take, without a call and without a charge', async () => {
  const first = await runOf('odd one', 'an even one');
  const [odd] = await linesOf(first);
  expect(odd).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('96001 Hz') } });
  expect((await rowOf(first)).credits).toBe(2);
  const before = scripted.requests.length;
  const again = await retry(first, {});
  expect(scripted.requests.length).toBe(before);
  expect((await linesOf(again))[0]).toEqual(odd);
  expect(await rowOf(again)).toMatchObject({ credits: 0, reused_takes: 2 });
  // A retry of the retry finds the take too.
  expect(await spokenBy(() => retry(again, {}))).toEqual([]);
});

test('naming the line does not charge it either, but respeak does', async () => {
  const first = await runOf('odd two', 'an even one');
  const named = { line_ids: [(await linesOf(first))[0]!.line_id] };
  expect(await spokenBy(() => retry(first, named))).toEqual([]);
  expect(await spokenBy(() => retry(first, { ...named, respeak: true }))).toEqual([
    expect.stringContaining('odd two'),
  ]);
  expect(await spokenBy(() => retry(first, { respeak: true }))).toEqual([expect.stringContaining('odd two')]);
});

test('a line that failed at the generator is spoken by its retry', async () => {
  const first = await runOf('an even one', 'another');
  const { db } = server.app;
  const error = JSON.stringify({ code: 'provider_transient', message: 'It was away.' });
  await db
    .updateTable('attempt')
    .set({ port: 'error', error, output_id: null })
    .where('run_id', '=', first)
    .where('node_id', '=', speak.id)
    .where('line_no', '=', 1)
    .execute();
  await db
    .updateTable('run_line')
    .set({ status: 'failed', error, audio_id: null })
    .where('run_id', '=', first)
    .where('no', '=', 1)
    .execute();
  expect(await spokenBy(() => retry(first, {}))).toHaveLength(1);
});

test('the text of an internal error reaches no user', async () => {
  const [line] = await linesOf(await runOf('a bug'));
  expect(line).toMatchObject({
    status: 'failed',
    error: { code: 'line_failed', message: 'An internal error occurred while the line was processed.' },
  });
});
