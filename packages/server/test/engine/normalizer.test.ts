import { wordKey } from '@voiceloom/text';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadDictionary } from '../../src/engine/index.ts';
import { createLineSpeech } from '../../src/engine/speech-text/text-to-speak.ts';
import { newId } from '../../src/ids.ts';
import { definitionOf, node, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { type ScriptedSpeech, scriptedSpeech } from '../support/fake-speech.ts';

let speech: ScriptedSpeech;
let engine: Engine;
let owner: Owner;

beforeAll(async () => {
  speech = scriptedSpeech();
  engine = await startEngine({ speech });
});
beforeEach(async () => {
  owner = await engine.owner();
  speech.requests.length = 0;
});
afterAll(() => engine.close());

interface Options {
  text: string;
  locale?: string;
  normalizers?: Record<string, unknown>[];
}

/** script -> normalizers -> speech -> delivery */
function spokenPipeline({ text, locale = 'en-us', normalizers = [{}] }: Options) {
  const source = node('source_script', { text, source_language: locale });
  const steps = normalizers.map((config) => node('operator_normalizer', config));
  const generator = node('operator_generator');
  const sink = node('sink_preview');
  const way = [source, ...steps, generator];
  return definitionOf(
    [...way, sink],
    [
      ...way
        .slice(1)
        .map((to, index) => [way[index] ?? source, 'lines', to] as [typeof source, string, typeof source]),
      [generator, 'audio', sink],
    ],
  );
}

async function run(definition: ReturnType<typeof spokenPipeline>) {
  const row = await engine.until(await engine.start(owner, definition), ['completed', 'failed']);
  expect([row.status, row.error, await auditRun(engine.app, row.id)]).toEqual(['completed', null, []]);
  return row;
}

const linesOf = (runId: string) =>
  engine.app.db
    .selectFrom('run_line')
    .select(['script', 'spoken_script', 'characters'])
    .where('run_id', '=', runId)
    .orderBy('no')
    .execute();
const spoken = () => speech.requests.map(({ text }) => text).sort();

async function addEntry(word: string, pronunciation: string) {
  const now = new Date();
  const id = newId();
  await engine.app.db
    .insertInto('dictionary_entry')
    .values({
      ...{
        id,
        workspace_id: owner.workspace_id,
        created_by: owner.user_id,
        language: 'en',
        method: 'spelled',
      },
      ...{ word, word_key: wordKey(word), pronunciation, created_at: now, updated_at: now },
    })
    .execute();
  return id;
}

test('a generator speaks the normalized text, and the script stays unchanged', async () => {
  const { id } = await run(spokenPipeline({ text: 'Room 12 costs $5.\nNothing to say otherwise.' }));
  expect(spoken()).toEqual(['Nothing to say otherwise.', 'Room twelve costs five dollars.']);
  expect(await linesOf(id)).toMatchObject([
    { script: 'Room 12 costs $5.', spoken_script: 'Room twelve costs five dollars.' },
    { script: 'Nothing to say otherwise.', spoken_script: null },
  ]);
});

test('a line is billed by its script, however long its spoken text is', async () => {
  const text = `It is ${'9'.repeat(15)} now.`;
  const plain = await run(shortPipeline({ text }));
  const normalized = await run(spokenPipeline({ text }));
  expect(normalized.credits).toBe(plain.credits);
  expect(await linesOf(normalized.id)).toMatchObject([{ characters: text.length }]);
});

test('a line that is only a note in brackets is reported, costs nothing, and is skipped', async () => {
  const text = 'Room 12.\n[[pause] long]\nGo <3 times>.';
  const definition = spokenPipeline({ text, normalizers: [{ keep_markup: false }] });
  const place = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
  const { notes, ...cost } = await estimateOf(engine.app, place);
  expect(notes).toMatchObject([
    { code: 'nothing_to_speak', message: expect.stringContaining('"L00002"') },
    { code: 'markup_direction' },
  ]);
  expect(cost).toMatchObject({ new_takes: 2 });
  const { credits, lines_skipped } = await run(definition);
  expect({ credits, lines_skipped }).toEqual({ credits: cost.expected_credits, lines_skipped: 1 });
});

test('lines of a language without rules pass unchanged, and the preview counts them', async () => {
  const definition = spokenPipeline({ text: 'Room 12\nNo room', normalizers: [{ locale: 'cy-gb' }] });
  const place = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
  const { notes } = await estimateOf(engine.app, place);
  expect(notes).toMatchObject([
    {
      code: 'not_normalized',
      message: expect.stringMatching(/^The normalizer has no rules for cy-gb.* 1 line/),
    },
  ]);
  const polish = spokenPipeline({ text: '2 kobiety, 5 %', normalizers: [{ locale: 'pl-pl' }] });
  expect((await estimateOf(engine.app, { ...place, definition: polish })).notes).toMatchObject([
    { message: expect.stringMatching(/^For pl-pl, .* plain whole numbers only.* basic form/) },
  ]);
  const { id } = await run(definition);
  expect(await linesOf(id)).toMatchObject([{ spoken_script: null }, { spoken_script: null }]);
  expect(spoken()).toEqual(['No room', 'Room 12']);
});

test('words of the dictionary are replaced once, before normalization', async () => {
  const entry = await addEntry('C3PO', 'C3PO the droid');
  const normalizers = [{}, {}];
  await run(spokenPipeline({ text: 'Ask C3PO at 5 pm.', normalizers }));
  expect(spoken()).toEqual(['Ask C three P O the droid at five P M.']);
  const { uses_count } = await engine.app.db
    .selectFrom('dictionary_entry')
    .select('uses_count')
    .where('id', '=', entry)
    .executeTakeFirstOrThrow();
  expect(uses_count).toBe(1);
});

test('without its dictionary, a normalizer leaves the words to the generator', async () => {
  await addEntry('twelve', 'a dozen');
  await run(spokenPipeline({ text: 'Room 12.', normalizers: [{ apply_dictionary: false }] }));
  expect(spoken()).toEqual(['Room a dozen.']);
});

test('kinds that are turned off stay as written, and so does markup by default', async () => {
  const text = 'Pay $5 <emphasis>now</emphasis> in room 12, {name}.';
  await run(spokenPipeline({ text, normalizers: [{ kinds: ['currency'] }] }));
  await run(spokenPipeline({ text, normalizers: [{ kinds: ['number'], keep_markup: false }] }));
  expect(spoken()).toEqual([
    'Pay $5 now in room twelve, friend.',
    'Pay five dollars <emphasis>now</emphasis> in room 12, friend.',
  ]);
});

test('an estimate finds the takes of normalized lines', async () => {
  await addEntry('lobby', 'hall');
  const definition = spokenPipeline({ text: 'Room 12.\nThe lobby at 5 pm.' });
  const place = { workspace_id: owner.workspace_id, account_id: owner.user_id };
  const estimate = async () => (await estimateOf(engine.app, { ...place, definition })).min_credits;
  expect((await run(definition)).credits).toBeGreaterThan(0);
  expect(await estimate()).toBe(0);
  expect((await run(definition)).credits).toBe(0);
});

test('a generator without a normalizer before it speaks the script', async () => {
  const source = node('source_script', { text: 'Room 12', source_language: 'en-us' });
  const normalizer = node('operator_normalizer');
  const [after, beside] = [node('operator_generator'), node('operator_generator', { speed: 1.1 })];
  const sink = node('sink_preview');
  const definition = definitionOf(
    [source, normalizer, after, beside, sink],
    [
      [source, 'lines', normalizer],
      [normalizer, 'lines', after],
      [source, 'lines', beside],
      [after, 'audio', sink],
      [beside, 'audio', sink],
    ],
  );
  await run(definition);
  expect(spoken()).toEqual(['Room 12', 'Room twelve']);
  // The same if the normalizer comes first.
  const dictionary = await loadDictionary(engine.app.db, owner.workspace_id, ['en-us']);
  const line = { script: 'Room 12', spoken_script: 'Room twelve', locale_code: 'en-us' };
  expect(createLineSpeech(line, { normalizers: [], dictionary }).text).toBe('Room 12');
});

test('a line in one language can be normalized by the rules of another', async () => {
  const definition = spokenPipeline({ text: '7/4/2026', normalizers: [{ locale: 'en-gb' }] });
  await run(definition);
  expect(spoken()).toEqual(['the seventh of April, twenty twenty-six']);
});
