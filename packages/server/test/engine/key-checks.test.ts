import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findPlatformCredentials } from '../../src/engine/index.ts';
import { recordUnavailableKey } from '../../src/engine/provider-calls/platform-keys.ts';
import { recordRejectedKey } from '../../src/engine/provider-calls/provider-keys.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { handleRun } from '../support/handle-run.ts';
import { allowOwnKeys, giveKey } from '../support/own-keys.ts';
import { setPlatformKey } from '../support/platform-keys.ts';
import { json } from '../support/speech-emulators/emulator.ts';
import { openaiCompatibleEmulator as emulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';

/*
 * A provider rejects a call of a run. Rejected calls share tests of the key, and it is bad only if a test says so.
 */
const ID = 'openai_compatible';
const CALLS = 12;
const forbidden = json({ error: { message: 'Not this voice.', code: 'other' } }, 403);

let provider: EmulatorServer;
let engine: Engine;
let owner: Owner;
let isRevoked = false;
beforeAll(async () => {
  const list: typeof emulator.list = (request) => (isRevoked ? forbidden : emulator.list(request));
  provider = await startSpeechEmulator({ ...emulator, list });
  const config = { provider_urls: { [ID]: provider.url }, provider_allowed_hosts: [provider.host] };
  engine = await startEngine({ worker: false, config });
  await allowOwnKeys(engine.app);
});
beforeEach(async () => {
  owner = await engine.owner();
  await giveKey(engine.app, owner, { provider: ID, credentials: emulator.credentials });
  provider.requests.length = 0;
});
afterEach(() => {
  isRevoked = false;
  provider.decide(undefined);
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});

const countTests = () => provider.requests.filter(({ path }) => path.endsWith('/models')).length;
function at(seconds: number): Engine['app'] {
  const now = new Date(Date.now() + seconds * 1_000);
  return { ...engine.app, clock: () => now };
}

/** Rejections at the same time, each with its own copy of the credentials, as in several processes. */
async function reject(app: Engine['app'], isPlatform: boolean): Promise<unknown[]> {
  const stored = isPlatform ? await findPlatformCredentials(app, ID) : emulator.credentials;
  const key = () => ({ provider: ID, credentials: { ...stored } });
  return Promise.all(
    Array.from({ length: CALLS }, () =>
      isPlatform
        ? recordUnavailableKey(app, { ...key(), reason: 'auth' })
        : recordRejectedKey(app, { ...key(), workspace_id: owner.workspace_id, reason: 'No.' }),
    ),
  );
}

test('rejected calls at the same time test an own key once, and again a minute later', async () => {
  expect(await reject(at(0), false)).toEqual(Array(CALLS).fill(false));
  expect(await reject(at(50), false)).toEqual(Array(CALLS).fill(false));
  expect(countTests()).toBe(1);
  isRevoked = true;
  expect(await reject(at(61), false)).toEqual(Array(CALLS).fill(true));
  expect(countTests()).toBe(2);
  const { status } = await engine.app.db
    .selectFrom('provider_key')
    .select('status')
    .where('workspace_id', '=', owner.workspace_id)
    .executeTakeFirstOrThrow();
  expect(status).toBe('invalid');
});

test('rejected calls at the same time test a platform key once, and a new key is tested at once', async () => {
  await setPlatformKey(engine.app, ID, emulator.credentials);
  provider.requests.length = 0;
  expect(await reject(at(0), true)).toEqual(Array(CALLS).fill(undefined));
  expect(countTests()).toBe(1);
  await setPlatformKey(engine.app, ID, emulator.credentials);
  provider.requests.length = 0;
  isRevoked = true;
  const waits = await reject(at(1), true);
  expect(waits.every((until) => until instanceof Date)).toBe(true);
  expect(countTests()).toBe(1);
});

test('a platform key that is revoked after it passed a test is not taken for a good one', async () => {
  await setPlatformKey(engine.app, ID, emulator.credentials);
  provider.requests.length = 0;
  expect(await reject(at(0), true)).toEqual(Array(CALLS).fill(undefined));
  isRevoked = true;
  const waits = await reject(at(2), true);
  expect(waits.every((until) => until instanceof Date)).toBe(true);
  expect(countTests()).toBe(2);
});

test('calls that are rejected right after a platform key passed a test share the next one', async () => {
  await setPlatformKey(engine.app, ID, emulator.credentials);
  provider.requests.length = 0;
  await reject(at(-0.5), true);
  isRevoked = true;
  const waits = await reject(engine.app, true);
  expect(waits.every((until) => until instanceof Date)).toBe(true);
  expect(countTests()).toBe(2);
});

/** Rejects the first call for speech. */
function rejectFirst(): void {
  let calls = 0;
  provider.decide(() => {
    calls += 1;
    return calls === 1 ? { act: 'respond', response: forbidden } : undefined;
  });
}

test.each([
  ['the fallback speaks only the rejected line', { fallback_provider: 'espeak' }, 0],
  ['only the rejected line fails', {}, 1],
])('after a harmless rejection of an own key, %s', async (_, generator, lines_failed) => {
  rejectFirst();
  const text = numberedLines(30, 'of a long script');
  const config = { provider: ID, model: 'tts-1', ...generator };
  const run_id = await engine.start(
    owner,
    shortPipeline({ text, generator: config, params: { max_failed_lines: 5 } }),
  );
  const run = await handleRun(engine, run_id);
  expect([run.status, run.lines_failed]).toEqual(['completed', lines_failed]);
  const takes = engine.app.db.selectFrom('audio').select('id').where('run_id', '=', run_id);
  expect(await takes.where('paid_by', '=', 'workspace').where('kind', '=', 'take').execute()).toHaveLength(
    29,
  );
  expect(countTests()).toBe(1);
  expect(await auditRun(engine.app, run_id)).toEqual([]);
});
