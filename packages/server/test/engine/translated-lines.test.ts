import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { definitionOf, node, numberedLines } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { type ScriptedSpeech, scriptedSpeech } from '../support/fake-speech.ts';
import { putScript } from '../support/put-script.ts';
import { linesOf, type TranslatedPipeline, translatedPipeline } from '../support/translations.ts';

/**
 * How a run handles lines when a translator creates several from one. `pseudo` translates without a provider.
 */
let speech: ScriptedSpeech;
let engine: Engine;
let owner: Owner;

beforeAll(async () => {
  speech = scriptedSpeech({ durationMs: () => 1_200 });
  engine = await startEngine({ speech });
});
beforeEach(async () => {
  owner = await engine.owner();
  speech.requests.length = 0;
});
afterAll(() => engine.close());

const pseudo = (...target_languages: string[]) => ({ mode: 'pseudo', target_languages });

async function run(pipeline: TranslatedPipeline) {
  const id = await engine.start(owner, translatedPipeline(pipeline));
  const row = await engine.until(id, ['completed', 'failed']);
  expect([row.status, row.error, await auditRun(engine.app, id)]).toEqual(['completed', null, []]);
  return { ...row, lines: await linesOf(engine.app, id) };
}

const brief = (lines: Awaited<ReturnType<typeof linesOf>>) =>
  lines.map(({ line_id, locale_code, status }) => `${line_id} ${locale_code} ${status}`);

test('a line becomes one in each language, with its own id, at the position of its source', async () => {
  const { lines, lines_total, lines_delivered, total_steps } = await run({
    text: 'Hello {name}.\nThe storm is over.',
    translators: [pseudo('de-de', 'fr-fr')],
  });
  expect(brief(lines)).toEqual([
    'L00001 en-us translated',
    'L00001.de-de de-de delivered',
    'L00001.fr-fr fr-fr delivered',
    'L00002 en-us translated',
    'L00002.de-de de-de delivered',
    'L00002.fr-fr fr-fr delivered',
  ]);
  expect(lines[1]).toMatchObject({
    source_line_id: 'L00001',
    line_index: 0,
    script: expect.stringMatching(/^Hélló \{name\}/),
    translation: { kind: 'pseudo', provider: null, model: null },
  });
  expect([lines_total, lines_delivered]).toEqual([4, 4]);
  // Two at the translator, four at the generator, four at the delivery.
  expect(total_steps).toBe(10);
  expect(speech.requests.map(({ locale_code }) => locale_code).sort()).toEqual([
    'de-de',
    'de-de',
    'fr-fr',
    'fr-fr',
  ]);
});

test('a source that is kept is also delivered', async () => {
  const { lines } = await run({ text: 'One.', translators: [{ ...pseudo('de-de'), keep_source: true }] });
  expect(brief(lines)).toEqual(['L00001 en-us delivered', 'L00001.de-de de-de delivered']);
});

test('a line that is already in one of the languages passes unchanged', async () => {
  const { lines } = await run({ text: 'One.', translators: [pseudo('en-us', 'en-gb', 'en')] });
  expect(brief(lines)).toEqual(['L00001 en-us delivered', 'L00001.en-gb en-gb delivered']);
});

test('without languages, a translator passes lines unchanged', async () => {
  const { lines } = await run({ text: 'One.', translators: [pseudo()] });
  expect(brief(lines)).toEqual(['L00001 en-us delivered']);
});

const csv = async (text: string) => ({
  source: { input_type: 'file', upload_ids: [await putScript(engine, owner, text, 'csv')] },
});

test('texts that the script has in a language are not translated again', async () => {
  const file = await csv('id,en-us,de-de\na,One.,Eins.\nb,Two.,\n');
  const { lines } = await run({ ...file, translators: [pseudo('de-de', 'fr-fr')] });
  expect(brief(lines)).toEqual([
    'a en-us translated',
    'a de-de delivered',
    'a.fr-fr fr-fr delivered',
    'b en-us translated',
    'b.de-de de-de delivered',
    'b.fr-fr fr-fr delivered',
  ]);
  expect(lines[1]).toMatchObject({ script: 'Eins.', translation: null });
});

test('a script file of a run is read back with the translations that a translator changed', async () => {
  const rows = ['L00001,,en-us,,One.', 'L00001.de-de,L00001,de-de,One.,Eins.', 'L00002,,en-us,,Two.'];
  const file = await csv(`line_id,source_line_id,locale,source,script\n${rows.join('\n')}\n`);
  const { lines } = await run({ ...file, translators: [pseudo('de-de')] });
  expect(brief(lines)).toEqual([
    'L00001 en-us translated',
    'L00001.de-de de-de delivered',
    'L00002 en-us translated',
    'L00002.de-de de-de delivered',
  ]);
  expect(lines.slice(0, 3).map(({ line_index }) => line_index)).toEqual([0, 0, 1]);
  expect(lines[1]).toMatchObject({ source_line_id: 'L00001', script: 'Eins.', translation: null });
});

test('a second translator continues with the first language of the previous one', async () => {
  const { lines } = await run({
    text: 'One.',
    translators: [pseudo('de-de', 'es-es'), { ...pseudo('fr-fr'), keep_source: true }],
  });
  expect(brief(lines)).toEqual([
    'L00001 en-us translated',
    'L00001.de-de de-de delivered',
    'L00001.es-es es-es delivered',
    'L00001.fr-fr fr-fr delivered',
  ]);
  expect(lines[3]?.source_line_id).toBe('L00001.de-de');
});

test('a second translator after one that keeps its source translates that source, each language once', async () => {
  const { lines } = await run({
    text: 'One.',
    translators: [{ ...pseudo('de-de'), keep_source: true }, pseudo('de-de', 'fr-fr')],
  });
  expect(brief(lines)).toEqual([
    'L00001 en-us translated',
    'L00001.de-de de-de delivered',
    'L00001.fr-fr fr-fr delivered',
  ]);
});

test('lines that several checks reject return to a translator and pass through', async () => {
  const source = node('source_script', { text: 'One.', source_language: 'en-us' });
  const translator = node('operator_translator', { ...pseudo('de-de'), keep_source: true });
  const generator = node('operator_generator');
  const pacing = node('validator_pacing', {
    max_syllables_per_second: 1,
    min_syllables_per_second: 0.1,
    max_retry: 1,
  });
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, translator, generator, pacing, sink],
    [
      [source, 'lines', translator],
      [translator, 'lines', generator],
      [generator, 'audio', pacing],
      [pacing, 'fail', translator],
      [pacing, 'pass', sink],
    ],
  );
  const id = await engine.start(owner, definition);
  const row = await engine.until(id, ['completed', 'failed']);
  expect([row.status, await auditRun(engine.app, id)]).toEqual(['completed', []]);
  expect(brief(await linesOf(engine.app, id))).toEqual([
    'L00001 en-us delivered',
    'L00001.de-de de-de delivered',
  ]);
  expect(row.retries).toBe(2);
});

test('a line that is spoken as well as translated is delivered', async () => {
  const source = node('source_script', { text: 'One.', source_language: 'en-us' });
  const translator = node('operator_translator', pseudo('de-de'));
  const [spoken, translated] = [node('operator_generator'), node('operator_generator')];
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, translator, spoken, translated, sink],
    [
      [source, 'lines', spoken],
      [source, 'lines', translator],
      [translator, 'lines', translated],
      [spoken, 'audio', sink],
      [translated, 'audio', sink],
    ],
  );
  const id = await engine.start(owner, definition);
  const row = await engine.until(id, ['completed', 'failed']);
  expect([row.status, row.lines_total, await auditRun(engine.app, id)]).toEqual(['completed', 2, []]);
  expect(brief(await linesOf(engine.app, id))).toEqual([
    'L00001 en-us delivered',
    'L00001.de-de de-de delivered',
  ]);
});

test('a script with more lines than a chunk is complete in every language', async () => {
  const count = 130;
  const text = numberedLines(count, 'is said');
  const { lines, lines_total, total_steps } = await run({ text, translators: [pseudo('de-de', 'fr-fr')] });
  expect([lines_total, total_steps]).toEqual([2 * count, count + 4 * count]);
  const order = lines.map(({ line_index, locale_code }) => `${line_index} ${locale_code}`);
  const rows = Array.from({ length: count }, (_, index) =>
    ['en-us', 'de-de', 'fr-fr'].map((locale) => `${index} ${locale}`),
  );
  expect(order).toEqual(rows.flat());
  expect(new Set(lines.map(({ line_id }) => line_id)).size).toBe(3 * count);
});

test('an estimate counts the lines of every language, and names its assumptions', async () => {
  const text = 'Hello there, everybody on board.\nThe storm is over.';
  const estimate = (translator: Record<string, unknown>) => {
    const definition = translatedPipeline({ text, translators: [translator] });
    return estimateOf(engine.app, { ...owner, account_id: owner.user_id, definition });
  };
  const known = await estimate(pseudo('de-de', 'fr-fr'));
  expect(known.notes).toEqual([]);
  expect(known.min_credits).toBe(known.max_credits);
  const { credits } = await run({ text, translators: [pseudo('de-de', 'fr-fr')] });
  expect(credits).toBe(known.expected_credits);
  expect((await estimate(pseudo('de-de', 'fr-fr'))).min_credits).toBe(0);
  const guessed = await estimate({ target_languages: ['de-de', 'ja-jp'], provider: 'deepl' });
  expect(guessed.notes).toMatchObject([
    { code: 'translations_estimated', message: expect.stringContaining('2 into de-de, 2 into ja-jp') },
  ]);
  expect(guessed.min_credits).toBe(4);
  expect(guessed.max_credits).toBeGreaterThanOrEqual(guessed.expected_credits);
});

test('an estimate of a translation includes the length of placeholder values', async () => {
  const estimate = (name: string) => {
    const translators = [{ target_languages: ['de-de'], provider: 'deepl' }];
    const generator = { placeholder_values: { 'de-de': { name } } };
    const definition = translatedPipeline({ text: 'Hello, {name}.', translators, generator });
    return estimateOf(engine.app, { ...owner, account_id: owner.user_id, definition });
  };
  const [short, long] = [await estimate('Al'), await estimate('x'.repeat(500))];
  expect(long.max_credits - short.max_credits).toBeGreaterThan(0);
  expect(long.min_credits).toBe(short.min_credits);
});
