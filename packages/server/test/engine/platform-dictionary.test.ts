import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { creditsFor } from '../../src/ledger/credits.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { handleRun } from '../support/handle-run.ts';
import { allowOwnKeys, giveKey } from '../support/own-keys.ts';
import { offerPlatform, setPlatformKey } from '../support/platform-keys.ts';
import { openaiCompatibleEmulator as emulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';

const ID = 'openai_compatible';
const SCRIPT = 'The harbor of Xq sleeps.';
/** What the dictionary makes of the two letters. */
const LONG = 'ecks queue '.repeat(25).trim();

let provider: EmulatorServer;
let engine: Engine;
beforeAll(async () => {
  provider = await startSpeechEmulator(emulator);
  const config = { provider_urls: { [ID]: provider.url }, provider_allowed_hosts: [provider.host] };
  engine = await startEngine({ worker: false, config });
  await allowOwnKeys(engine.app);
  await setPlatformKey(engine.app, ID, emulator.credentials);
  await offerPlatform(engine.app, { providers: [ID] });
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});

const tagged = { method: 'ipa', ipa: 'ɛks kjuː '.repeat(8).trim() };
const spelled = { method: 'spelled', pronunciation: LONG };

async function speak(hasOwnKey: boolean, pronunciation: typeof spelled | typeof tagged = spelled) {
  const { app } = engine;
  const owner = await engine.owner();
  if (hasOwnKey) await giveKey(app, owner, { provider: ID, credentials: emulator.credentials });
  const at = { created_at: new Date(), updated_at: new Date() };
  const word = { word: 'Xq', ...pronunciation, word_key: 'xq', language: 'en' };
  await app.db
    .insertInto('dictionary_entry')
    .values({ id: newId(), workspace_id: owner.workspace_id, created_by: owner.user_id, ...word, ...at })
    .execute();
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
