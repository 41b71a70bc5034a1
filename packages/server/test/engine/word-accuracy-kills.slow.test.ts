import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, runRow, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { giveKey } from '../support/own-keys.ts';
import { spawnNode } from '../support/processes.ts';
import { handleChunk } from '../support/run-job.ts';
import { elevenlabsEmulator as emulator } from '../support/transcription-emulators/elevenlabs.ts';
import { type ListeningServer, startListeningEmulator } from '../support/transcription-emulators/server.ts';

/*
 * A process is killed after a provider has transcribed a take, while the verdict is stored, and another
 * process takes over its chunk: the transcript is stored, and the provider gets no request twice.
 */
const WORKER = fileURLToPath(new URL('../support/dying-worker.ts', import.meta.url));

let server: ListeningServer;
let engine: Engine;
beforeAll(async () => {
  server = await startListeningEmulator(emulator);
  const config = { provider_urls: { elevenlabs: server.url }, provider_allowed_hosts: [server.host] };
  const speech = scriptedSpeech({ durationMs: () => 600 });
  engine = await startEngine({ speech, worker: false, settings: { concurrency: 1 }, config });
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

const queued = (runId: string) =>
  engine.app.db
    .selectFrom('run_chunk')
    .select(['id', 'node_id'])
    .where('run_id', '=', runId)
    .where('status', '=', 'queued')
    .orderBy('seq')
    .execute();

async function handleNext(runId: string): Promise<boolean> {
  const [chunk] = await queued(runId);
  if (!chunk) return false;
  const job = { chunk_id: chunk.id, run_id: runId, tries: 1, signal: new AbortController().signal };
  await handleChunk(engine.app, job);
  return true;
}

test.each(['3', 'answer'])(
  'a worker killed at %s of a settlement does not transcribe a take again',
  async (place) => {
    server.requests.length = 0;
    const owner = await engine.owner(1_000);
    await giveKey(engine.app, owner, { provider: 'elevenlabs', credentials: emulator.credentials });
    const source = node('source_script', { text: 'Hello there.', source_language: 'en-us' });
    const [generator, check] = [node('operator_generator'), node('validator_error_rate')];
    const sink = node('sink_preview');
    const definition = definitionOf(
      [source, generator, check, sink],
      [
        [source, 'lines', generator],
        [generator, 'audio', check],
        [check, 'pass', sink],
      ],
    );
    const runId = await engine.start(owner, definition);
    while ((await queued(runId))[0]?.node_id !== check.id) await handleNext(runId);
    const [chunk] = await queued(runId);
    const worker = spawnNode([WORKER], {
      ...{ DATABASE_URL: engine.database_url, DATA_DIR: engine.directory },
      ...{ CHUNK_IDS: chunk?.id ?? '', RUN_ID: runId, KILL_BEFORE: place },
      ...{ PROVIDER_URLS: `elevenlabs=${server.url}`, PROVIDER_ALLOWED_HOSTS: server.host },
    });
    expect([await worker.ended, worker.output()]).toEqual([null, expect.any(String)]);
    expect(server.requests).toHaveLength(1);
    while (await handleNext(runId));
    expect(await auditRun(engine.app, runId)).toEqual([]);
    expect(await runRow(engine.app, runId)).toMatchObject({ status: 'completed', lines_delivered: 1 });
    const verdicts = await engine.app.db
      .selectFrom('attempt')
      .select('verdict')
      .where('run_id', '=', runId)
      .where('node_id', '=', check.id)
      .execute();
    expect(verdicts).toEqual([{ verdict: expect.objectContaining({ score: 100, status: 'pass' }) }]);
    expect(server.requests).toHaveLength(1);
  },
  120_000,
);
