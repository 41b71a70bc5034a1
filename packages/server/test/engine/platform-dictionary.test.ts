import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { creditsFor } from '../../src/ledger/credits.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { handleRun } from '../support/handle-run.ts';
import { allowOwnKeys, giveKey } from '../support/own-keys.ts';
import { offerPlatform, setPlatformKey } from '../support/platform-keys.ts';
import { json } from '../support/speech-emulators/emulator.ts';
import { openaiCompatibleEmulator as emulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';
import { elevenlabsEmulator as listenerEmulator } from '../support/transcription-emulators/elevenlabs.ts';
import { type ListeningServer, startListeningEmulator } from '../support/transcription-emulators/server.ts';

const ID = 'openai_compatible';
const SCRIPT = 'The harbor of Xq sleeps.';
/** What the dictionary makes of the two letters. */
const LONG = 'ecks queue '.repeat(25).trim();

let provider: EmulatorServer;
let listener: ListeningServer;
let engine: Engine;
beforeAll(async () => {
  provider = await startSpeechEmulator(emulator);
  listener = await startListeningEmulator(listenerEmulator);
  const config = {
    provider_urls: { [ID]: provider.url, elevenlabs: listener.url },
    provider_allowed_hosts: [provider.host, listener.host],
  };
  engine = await startEngine({ worker: false, config });
  await allowOwnKeys(engine.app);
  await setPlatformKey(engine.app, ID, emulator.credentials);
  await offerPlatform(engine.app, { providers: [ID] });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
  await listener.close();
});

const tagged = { method: 'ipa', ipa: 'ɛks kjuː '.repeat(8).trim() };
const spelled = { method: 'spelled', pronunciation: LONG };

async function addWord(owner: Owner, pronunciation: typeof spelled | typeof tagged): Promise<void> {
  const at = { created_at: new Date(), updated_at: new Date() };
  const word = { word: 'Xq', ...pronunciation, word_key: 'xq', language: 'en' };
  await engine.app.db
    .insertInto('dictionary_entry')
    .values({ id: newId(), workspace_id: owner.workspace_id, created_by: owner.user_id, ...word, ...at })
    .execute();
}

async function speak(hasOwnKey: boolean, pronunciation: typeof spelled | typeof tagged = spelled) {
  const { app } = engine;
  const owner = await engine.owner();
  if (hasOwnKey) await giveKey(app, owner, { provider: ID, credentials: emulator.credentials });
  await addWord(owner, pronunciation);
  const source = node('source_script', { text: SCRIPT, source_language: 'en-us' });
  const speech = node('operator_generator', { provider: ID, model: 'tts-1' });
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, speech, sink],
    [
      [source, 'lines', speech],
      [speech, 'audio', sink],
    ],
  );
  const ref = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
  const { min_credits, max_credits } = await estimateOf(app, ref);
  const run_id = await engine.start(owner, definition);
  const { status, credits, characters } = await handleRun(engine, run_id);
  expect([status, ...(await auditRun(app, run_id))]).toEqual(['completed']);
  expect([min_credits, max_credits]).toEqual([credits, credits]);
  return { credits, characters };
}

test('with a platform key, the text that is sent is charged if the dictionary makes it longer than the script', async () => {
  const model = engine.app.speech.get(ID)?.models.find(({ id }) => id === 'tts-1');
  const sent = SCRIPT.length - 2 + LONG.length;
  const rate = model?.credits_per_1000_characters ?? 0;
  expect(await speak(false)).toEqual({ credits: creditsFor(sent, rate), characters: sent });
});

test('with a platform key, the tag of an IPA pronunciation is not charged', async () => {
  const model = engine.app.speech.get(ID)?.models.find(({ id }) => id === 'tts-1');
  const rate = model?.credits_per_1000_characters ?? 0;
  const { length } = SCRIPT;
  expect(await speak(false, tagged)).toEqual({ credits: creditsFor(length, rate), characters: length });
});

test('with an own key, the script is charged, because the provider bills the workspace for the rest', async () => {
  const model = engine.app.speech.get(ID)?.models.find(({ id }) => id === 'tts-1');
  const rate = model?.own_key_credits_per_1000_characters ?? 0;
  const { length } = SCRIPT;
  expect(await speak(true)).toEqual({ credits: creditsFor(length, rate), characters: length });
});

test('a budget in dollars is not exceeded because the dictionary makes a line longer', async () => {
  const { app } = engine;
  const owner = await engine.owner();
  const { workspace_id } = owner;
  await giveKey(app, owner, { provider: ID, credentials: emulator.credentials });
  await addWord(owner, spelled);
  const source = node('source_script', { text: SCRIPT, source_language: 'en-us' });
  const speech = node('operator_generator', { provider: ID, model: 'tts-1' });
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, speech, sink],
    [
      [source, 'lines', speech],
      [speech, 'audio', sink],
    ],
  );
  // The script costs 15 millionths of a dollar per character.
  const limit_usd_micros = 2 * 15 * SCRIPT.length;
  const rule = { scope: 'workspace', period: 'month', action: 'pause', limit_usd_micros };
  const at = { created_at: new Date(), updated_at: new Date() };
  await app.db
    .insertInto('budget')
    .values({ id: newId(), workspace_id, name: 'Team', ...rule, ...at })
    .execute();
  const run_id = await engine.start(owner, definition);
  const { status, provider_usd_micros } = await handleRun(engine, run_id);
  expect([status, provider_usd_micros]).toEqual(['paused', 0]);
});

test('the maximum of a preview includes that a retry spells numbers and abbreviations in full', async () => {
  const { app } = engine;
  const owner = await engine.owner();
  const listeningApp = { ...app, speech: new Map() };
  await giveKey(listeningApp, owner, { provider: 'elevenlabs', credentials: listenerEmulator.credentials });
  const script = 'Call 1,234,567 or 7,654,321 or 2,345,678 about SQL, NATO and the UN.';
  const transcripts = ['The barber sees nothing at all.'];
  listener.hear(() => transcripts.shift() ?? script);
  const source = node('source_script', { text: script, source_language: 'en-us' });
  const speech = node('operator_generator', {
    provider: ID,
    model: 'tts-1',
    retry_strategies: ['respelling'],
  });
  const check = node('validator_error_rate', { threshold: 90, phonetic: false, max_retry: 1 });
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, speech, check, sink],
    [
      [source, 'lines', speech],
      [speech, 'audio', check],
      [check, 'fail', speech],
      [check, 'pass', sink],
    ],
  );
  const ref = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
  const { min_credits, max_credits } = await estimateOf(app, ref);
  const run_id = await engine.start(owner, definition);
  const { status, retries, credits } = await handleRun(engine, run_id);
  expect([status, retries]).toEqual(['completed', 1]);
  // Two takes of the script as it is would cost less.
  expect(credits).toBeGreaterThan(2 * min_credits);
  expect(credits).toBeLessThanOrEqual(max_credits);
});

test('a retry reserves what the unchanged text costs, in case the provider rejects a shorter spelling', async () => {
  const { app } = engine;
  const owner = await engine.owner();
  // The emulator has no voices.
  const listeningApp = { ...app, speech: new Map() };
  await giveKey(listeningApp, owner, { provider: 'elevenlabs', credentials: listenerEmulator.credentials });
  await addWord(owner, spelled);
  let rejections = 0;
  provider.decide(({ body }) => {
    if (!body.includes('Xq')) return undefined;
    rejections += 1;
    return { act: 'respond', response: json({ error: { message: 'No.' } }, 400) };
  });
  const transcripts = ['The barber sees nothing at all.'];
  listener.hear(() => transcripts.shift() ?? SCRIPT);
  const source = node('source_script', { text: SCRIPT, source_language: 'en-us' });
  const retry_strategies = ['respelling'];
  const speech = node('operator_generator', { provider: ID, model: 'tts-1', retry_strategies });
  const check = node('validator_error_rate', { threshold: 90, phonetic: false });
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, speech, check, sink],
    [
      [source, 'lines', speech],
      [speech, 'audio', check],
      [check, 'fail', speech],
      [check, 'pass', sink],
    ],
  );
  const run_id = await engine.start(owner, definition);
  const rate = app.speech.get(ID)?.models.find(({ id }) => id === 'tts-1')?.credits_per_1000_characters ?? 0;
  const credits = 2 * creditsFor(SCRIPT.length - 2 + LONG.length, rate);
  const { status, retries, ...run } = await handleRun(engine, run_id);
  expect([status, retries, rejections, run.lines_delivered]).toEqual(['completed', 1, 1, 1]);
  expect(run.credits).toBeGreaterThanOrEqual(credits);
  expect(await auditRun(app, run_id)).toEqual([]);
});
