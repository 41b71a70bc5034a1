import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { type ScriptedSpeech, scriptedSpeech } from '../support/fake-speech.ts';
import { linesOf, type TranslatedPipeline, translatedPipeline } from '../support/translations.ts';

/** What becomes of lines when a translator makes several of one; `pseudo` translates without anybody. */
let speech: ScriptedSpeech;
let engine: Engine;
let owner: Owner;

beforeAll(async () => {
  speech = scriptedSpeech({ durationMs: () => 300 });
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

test('a line becomes one in each language, with an id of its own, in the place of its source', async () => {
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

test('a source that is kept is delivered too', async () => {
  const { lines } = await run({ text: 'One.', translators: [{ ...pseudo('de-de'), keep_source: true }] });
  expect(brief(lines)).toEqual(['L00001 en-us delivered', 'L00001.de-de de-de delivered']);
});

test('a line that is in one of the languages already goes on as it is', async () => {
  const { lines } = await run({ text: 'One.', translators: [pseudo('en-us', 'en-gb', 'en')] });
  expect(brief(lines)).toEqual(['L00001 en-us delivered', 'L00001.en-gb en-gb delivered']);
});

test('without languages a translator lets lines through', async () => {
  const { lines } = await run({ text: 'One.', translators: [pseudo()] });
  expect(brief(lines)).toEqual(['L00001 en-us delivered']);
});
