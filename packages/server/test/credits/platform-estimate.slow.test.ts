import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { definitionOf, node } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { handleRun } from '../support/handle-run.ts';
import { allowOwnKeys, giveKey } from '../support/own-keys.ts';
import { offerPlatform, setPlatformKey } from '../support/platform-keys.ts';
import { putScript } from '../support/put-script.ts';
import { azureEmulator } from '../support/speech-emulators/azure.ts';
import { fishAudioEmulator } from '../support/speech-emulators/fish-audio.ts';
import { openaiCompatibleEmulator } from '../support/speech-emulators/openai-compatible.ts';
import { type EmulatorServer, startSpeechEmulator } from '../support/speech-emulators/server.ts';
import { elevenlabsEmulator as listenerEmulator } from '../support/transcription-emulators/elevenlabs.ts';
import { type ListeningServer, startListeningEmulator } from '../support/transcription-emulators/server.ts';
import { deeplEmulator } from '../support/translation-emulators/deepl.ts';
import { startTranslationEmulator, type TranslationServer } from '../support/translation-emulators/server.ts';

/*
 * With a platform key, a take costs what its provider bills: for respelled and split texts, pronunciations, other speeds
 * and translations of any length. A run never costs more than the maximum of its preview.
 */
const EMULATORS = [openaiCompatibleEmulator, fishAudioEmulator, azureEmulator];

const servers: EmulatorServer[] = [];
let listener: ListeningServer;
let translator: TranslationServer;
let engine: Engine;
beforeAll(async () => {
  for (const emulator of EMULATORS) servers.push(await startSpeechEmulator(emulator));
  listener = await startListeningEmulator(listenerEmulator);
  translator = await startTranslationEmulator(deeplEmulator);
  // The checks hear other words, so every line is retried until its retries are used up.
  listener.hear(() => 'Nobody said anything like that.');
  const urls = EMULATORS.map(({ id }, index): [string, string | undefined] => [id, servers[index]?.url]);
  engine = await startEngine({
    worker: false,
    config: {
      provider_urls: { ...Object.fromEntries(urls), elevenlabs: listener.url, deepl: translator.url },
      provider_allowed_hosts: [...servers, listener, translator].map(({ host }) => host),
    },
  });
  await allowOwnKeys(engine.app);
  for (const { id, credentials } of EMULATORS) await setPlatformKey(engine.app, id, credentials);
  const models = [...engine.app.speech.values()].flatMap((provider) =>
    provider.models.map(({ id }) => `${provider.id}/${id}`),
  );
  await offerPlatform(engine.app, { providers: EMULATORS.map(({ id }) => id), models });
});
afterAll(async () => {
  await engine.close();
  for (const server of [...servers, listener, translator]) await server.close();
});

/** The owner has own keys only for the providers that check and translate. */
async function createOwner(
  word: string,
  pronunciation: { method: string; ipa?: string; pronunciation?: string },
): Promise<Owner> {
  const owner = await engine.owner();
  const app = { ...engine.app, speech: new Map() };
  await giveKey(app, owner, { provider: 'elevenlabs', credentials: listenerEmulator.credentials });
  await giveKey(app, owner, { provider: 'deepl', credentials: deeplEmulator.credentials });
  const at = { created_at: new Date(), updated_at: new Date() };
  const row = { word, ...pronunciation, word_key: word.toLowerCase(), language: 'en' };
  await engine.app.db
    .insertInto('dictionary_entry')
    .values({ id: newId(), workspace_id: owner.workspace_id, created_by: owner.user_id, ...row, ...at })
    .execute();
  return owner;
}

interface Shape {
  lines: string[];
  emulator: number;
  retry_strategies: string[];
  max_retry: number;
  normalizes: boolean;
  isSpelled: boolean;
  instructions: string | undefined;
}

const words = fc.constantFrom(
  'SQL',
  'NATO',
  'XIV',
  'Xq',
  '1,204 km',
  '李小龙',
  'café',
  'The end.',
  'on 3/4/2026',
);
const shapes = fc.record({
  lines: fc.array(
    fc.array(words, { minLength: 6, maxLength: 16 }).map((parts) => `Say ${parts.join(' ')} now.`),
    { minLength: 1, maxLength: 2 },
  ),
  emulator: fc.nat(EMULATORS.length - 1),
  retry_strategies: fc.shuffledSubarray(['tempo', 'seed', 'sentences', 'respelling', 'model'], {
    minLength: 1,
  }),
  max_retry: fc.nat(3),
  normalizes: fc.boolean(),
  isSpelled: fc.boolean(),
  instructions: fc.constantFrom(undefined, 'very slowly'),
});

async function createGraph(owner: Owner, shape: Shape, languages: readonly string[]) {
  const { id: provider, model } = EMULATORS[shape.emulator] ?? openaiCompatibleEmulator;
  const { retry_strategies, max_retry, instructions } = shape;
  // No line is short enough. Translations would have to be, too.
  const duration = languages.length > 0 ? '' : '200';
  const rows = shape.lines.map((line) => `"${line}",${duration}`);
  const script = ['script,max_duration_ms', ...rows].join('\n');
  const source = node('source_script', {
    input_type: 'file',
    upload_ids: [await putScript(engine, owner, script, 'csv')],
    // The voices speak English.
    source_language: languages.length > 0 ? 'de-de' : 'en-us',
  });
  const way = [source];
  if (languages.length > 0)
    way.push(node('operator_translator', { provider: 'deepl', target_languages: languages }));
  if (shape.normalizes) way.push(node('operator_normalizer'));
  const controls = provider === 'fish_audio' && instructions ? { controls: { instructions } } : {};
  const speech = node('operator_generator', { provider, model, retry_strategies, ...controls });
  const pacing = node('validator_pacing', { max_retry });
  const accuracy = node('validator_error_rate', { threshold: 90, phonetic: false, max_retry });
  const sink = node('sink_preview');
  const links = [...way.slice(1), speech].map(
    (to, index) => [way[index] ?? source, 'lines', to] as [typeof source, string, typeof source],
  );
  return definitionOf(
    [...way, speech, accuracy, pacing, sink],
    [
      ...links,
      [speech, 'audio', accuracy],
      [accuracy, 'fail', speech],
      [accuracy, 'pass', pacing],
      [pacing, 'fail', speech],
      [pacing, 'pass', sink],
    ],
  );
}

async function run(shape: Shape, languages: readonly string[]) {
  const pronunciation = shape.isSpelled
    ? { method: 'spelled', pronunciation: 'ecks queue again' }
    : { method: 'ipa', ipa: 'ɛkskjuː' };
  const owner = await createOwner('Xq', pronunciation);
  const definition = await createGraph(owner, shape, languages);
  const request = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
  const { min_credits, max_credits } = await estimateOf(engine.app, request);
  // If every text is known, the maximum has to be true without a limit.
  const limit = languages.length > 0 ? { estimated_max_credits: max_credits } : {};
  const run_id = await engine.start(owner, definition, { min_credits, ...limit });
  const row = await handleRun(engine, run_id);
  expect(await auditRun(engine.app, run_id)).toEqual([]);
  expect(row.credits).toBeLessThanOrEqual(max_credits);
  return { ...row, min_credits };
}

test('a run with a platform key never costs more than the maximum of its preview, whatever its retries speak', async () => {
  let totalRetries = 0;
  await fc.assert(
    fc.asyncProperty(shapes, async (shape) => {
      const { status, retries, credits, min_credits } = await run(shape, []);
      expect(status).toBe('completed');
      expect(credits).toBeGreaterThanOrEqual(min_credits);
      totalRetries += retries;
    }),
    { numRuns: 20, seed: 20_261_129 },
  );
  expect(totalRetries).toBeGreaterThan(20);
}, 600_000);

/** Longer than every line. Translations have to be in their language. */
const ENGLISH =
  'Tonight we sail the small boat Xq over the quiet sea, and home again before the dawn. '.repeat(3);

test('a run with translations pauses before it costs more than the maximum of its preview', async () => {
  const statuses = new Set<string>();
  let characters = 0;
  let growth = 0;
  // A translation may be longer than its source, and numbers become longer still when they are spoken.
  translator.decide(() => ({
    act: 'say',
    say: ({ text: { length } }) =>
      `${ENGLISH.slice(0, length / 2)} ${'777 '.repeat((length * growth) / 4)}`.trim(),
  }));
  await fc.assert(
    fc.asyncProperty(shapes, fc.constantFrom(0, 1), async (shape, numbers) => {
      growth = numbers;
      const ended = await run({ ...shape, normalizes: true }, ['en-us']);
      statuses.add(ended.status);
      characters += ended.characters;
      if (ended.status === 'paused') expect(ended.pause_limit).toBe('estimate');
    }),
    { numRuns: 12, seed: 20_261_129 },
  );
  expect([...statuses].sort()).toEqual(['completed', 'paused']);
  expect(characters).toBeGreaterThan(1_000);
}, 600_000);
