import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditsFor } from '../../src/ledger/credits.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { handleRun } from '../support/handle-run.ts';
import { allowOwnKeys, giveKey } from '../support/own-keys.ts';
import { openaiCompatibleEmulator as emulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';

/** Long enough that the rates for own keys and for the service's keys give different credits. */
const LINES = [
  'The ferry leaves at noon, whatever the weather, and nobody waits for the last passenger on the pier. '.repeat(
    3,
  ),
  'Good night.',
];

let provider: EmulatorServer;
let engine: Engine;
beforeAll(async () => {
  provider = await startSpeechEmulator(emulator);
  const config = {
    provider_urls: { openai_compatible: provider.url },
    provider_allowed_hosts: [provider.host],
  };
  engine = await startEngine({ worker: false, config });
  await allowOwnKeys(engine.app);
});
afterAll(async () => {
  await engine.close();
  await provider.close();
});

test('a run with an own key costs what its estimate predicts at the rate of own keys, and an unchanged rerun nothing', async () => {
  const owner = await engine.owner();
  await giveKey(engine.app, owner, { provider: 'openai_compatible', credentials: emulator.credentials });
  const source = node('source_script', { text: LINES.join('\n'), source_language: 'en-us' });
  const generator = node('operator_generator', { provider: 'openai_compatible', model: 'kokoro' });
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, generator, sink],
    [
      [source, 'lines', generator],
      [generator, 'audio', sink],
    ],
  );
  const estimate = () =>
    estimateOf(engine.app, { workspace_id: owner.workspace_id, account_id: owner.user_id, definition });
  const run = async () => {
    const id = await engine.start(owner, definition);
    const { status, credits } = await handleRun(engine, id);
    expect([status, ...(await auditRun(engine.app, id))]).toEqual(['completed']);
    return credits;
  };
  const model = engine.app.speech.get('openai_compatible')?.otherModel?.('kokoro');
  const cost = (rate = 0) => LINES.reduce((sum, line) => sum + creditsFor(line.trim().length, rate), 0);
  const atOwnRate = cost(model?.own_key_credits_per_1000_characters);
  expect(atOwnRate).toBeLessThan(cost(model?.credits_per_1000_characters));

  const foreseen = await estimate();
  expect([foreseen.min_credits, foreseen.max_credits]).toEqual([atOwnRate, atOwnRate]);
  expect(await run()).toBe(atOwnRate);

  expect(await estimate()).toMatchObject({ min_credits: 0, expected_credits: 0 });
  const asked = provider.requests.filter(emulator.isSpeech).length;
  expect(await run()).toBe(0);
  expect(provider.requests.filter(emulator.isSpeech)).toHaveLength(asked);
});
