import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createConcurrencyLimiter, listRunErrors } from '../../src/engine/index.ts';
import { callProvider } from '../../src/engine/provider-calls/call-provider.ts';
import { noteRunError } from '../../src/engine/provider-calls/run-errors.ts';
import { admin } from '../support/admin.ts';
import { shortPipeline } from '../support/definitions.ts';
import { type Engine, eventually, startEngine } from '../support/engine.ts';
import { giveKey } from '../support/own-keys.ts';
import { openaiCompatibleEmulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';

const provider = 'openai_compatible';
let emulator: EmulatorServer;
let engine: Engine;
beforeAll(async () => {
  emulator = await startSpeechEmulator(openaiCompatibleEmulator);
  engine = await startEngine({
    config: { provider_urls: { [provider]: emulator.url }, provider_allowed_hosts: [emulator.host] },
  });
});
afterEach(() => emulator.decide(undefined));
afterAll(async () => {
  await engine.close();
  await emulator.close();
});

/** Starts the run of a new owner. */
async function start(speaker: typeof provider | 'espeak'): Promise<string> {
  const owner = await engine.owner();
  await giveKey(engine.app, owner, { provider, credentials: openaiCompatibleEmulator.credentials });
  return engine.start(owner, shortPipeline({ text: 'Hello.', generator: { provider: speaker } }));
}

const explain = async (run: string) => (await admin(engine, ['runs', 'explain', run])).output;

test('while a provider is away, the explanation names it with its error, but only for the runs that use it', async () => {
  const said = 'The customer said: the secret is 4711.';
  emulator.decide(() => ({ act: 'respond', response: { status: 500, headers: {}, body: said } }));
  const run = await start(provider);
  await eventually(async () =>
    (await explain(run)).includes(`Errors and slow calls of ${provider} in this run`),
  );
  const output = await explain(run);
  expect(output).toMatch(
    /Errors and slow calls of openai_compatible in this run: \d+ (from [\d:]{8} to|at) [\d:]{8} UTC \(it did not respond, or its response was an error\)\. A recent error: It returned status 500\. Lines without a fallback wait until the errors have lasted 60 seconds\. From then on, each line fails after at most four attempts\./,
  );
  expect(output).not.toContain('4711');
  const other = await start('espeak');
  await engine.until(other, ['completed']);
  const errors = engine.app.db.selectFrom('run_provider_error').select('run_id');
  expect(await errors.execute()).toEqual([{ run_id: run }]);
  emulator.decide(undefined);
  await engine.until(run, ['completed']);
  // Errors shortly after a stored one are not stored, so a take shortly after it may precede them.
  for (const [seconds, has_recovered] of [
    [4, false],
    [6, true],
  ] as const) {
    const last_at = sql<Date>`(select max(created_at) from audio where provider = ${provider})
      - make_interval(secs => ${seconds})`;
    await engine.app.db.updateTable('run_provider_error').set({ last_at }).execute();
    const [found] = await listRunErrors(engine.app.db, { run_id: run, now: new Date() });
    expect(found).toMatchObject({ message: 'It returned status 500.', has_recovered });
  }
});

test('many errors cause few writes, and errors after a pause are a new outage', async () => {
  const run_id = await start('espeak');
  await engine.until(run_id, ['completed']);
  const begin = Date.UTC(2026, 2, 2);
  const after = (seconds: number) => new Date(begin + seconds * 1_000);
  const note = (seconds: number) => {
    const app = { ...engine.app, clock: () => after(seconds) };
    return noteRunError(app, { run_id, provider, kind: 'busy', message: `Busy ${seconds}` });
  };
  const busy = { provider, kind: 'busy', has_recovered: false };
  const list = (seconds: number) => listRunErrors(engine.app.db, { run_id, now: after(seconds) });
  for (const seconds of [0, 1, 4]) await note(seconds);
  expect(await list(4)).toEqual([
    { ...busy, message: 'Busy 0', count: 1, first_at: after(0), last_at: after(0) },
  ]);
  await note(6);
  expect(await list(6)).toEqual([
    { ...busy, message: 'Busy 6', count: 4, first_at: after(0), last_at: after(6) },
  ]);
  expect(await list(127)).toEqual([]);
  await note(200);
  expect(await list(200)).toEqual([
    { ...busy, message: 'Busy 200', count: 1, first_at: after(200), last_at: after(200) },
  ]);
});

test('a long message is truncated, and characters that the database rejects are removed or replaced', async () => {
  const run_id = await start('espeak');
  await engine.until(run_id, ['completed']);
  await noteRunError(engine.app, { run_id, provider, kind: 'busy', message: `\0\ud800${'a'.repeat(400)}` });
  const [stored] = await listRunErrors(engine.app.db, { run_id, now: new Date() });
  expect(stored?.message).toBe(`\ufffd${'a'.repeat(299)}`);
});

test('a provider that does not respond is named before the call ends', async () => {
  const run_id = await start('espeak');
  const { workspace_id } = await engine.until(run_id, ['completed']);
  const now = new Date();
  const { app } = engine;
  const limiter = createConcurrencyLimiter({ ...app, secret: Buffer.from('secret') });
  onTestFinished(() => limiter.close());
  const keyLimiter = limiter.forKey({ provider, credentials: { api_key: 'key' }, initial_slots: 1 });
  const asking = { app, run: { id: run_id, workspace_id }, signal: new AbortController().signal, slow_ms: 1 };
  const kinds = await callProvider(
    { provider: { id: provider }, credentials: undefined, limiter: keyLimiter },
    asking,
    async () => {
      await eventually(async () => (await listRunErrors(app.db, { run_id, now })).length > 0);
      return (await listRunErrors(app.db, { run_id, now })).map(({ kind }) => kind);
    },
  );
  expect(kinds).toEqual(['slow']);
});

test('an error that cannot be stored does not fail the call', async () => {
  const error = { run_id: randomUUID(), provider, kind: 'busy' as const, message: 'Busy' };
  await expect(noteRunError(engine.app, error)).resolves.toBeUndefined();
});
