import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyCastingSheets } from '../../src/engine/casting/casting-sheet.ts';
import { castVoices, loadPayers, NO_PAYERS, prepareRun } from '../../src/engine/index.ts';
import { listRows } from '../../src/export/files.ts';
import { writeManifestJson } from '../../src/export/manifest.ts';
import { writeReport } from '../../src/export/report/report.ts';
import { getRunExport } from '../../src/features/runs/index.ts';
import { shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, type Owner, runRow, startEngine } from '../support/engine.ts';
import { estimateOf } from '../support/estimate.ts';
import { putScript } from '../support/put-script.ts';
import { addVoices, troupe } from '../support/troupe.ts';

const speech = troupe({
  rime: { models: [{ id: 'plain' }, { id: 'warm', credits_per_1000_characters: 50 }] },
  polly: { models: [{ id: 'other', credits_per_1000_characters: 100 }] },
});
const SCRIPT = [
  'id,character,locale,script',
  'a,Ada,en-us,My name is Ada.',
  'b,Bob,en-us,My name is Bob.',
  'c,Ada,de-de,Ich bin Ada.',
  'd,,en-us,Nobody says this.',
].join('\n');

async function gathered(pieces: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

describe('a casting sheet', () => {
  let engine: Engine;
  let owner: Owner;
  let voices: Record<string, string>;
  beforeAll(async () => {
    engine = await startEngine({ speech });
    const both = ['en-us', 'de-de'];
    voices = await addVoices(engine, [
      { provider: 'rime', name: 'Anna', locales: both },
      { provider: 'rime', name: 'Rita' },
      { provider: 'rime', name: 'Twin' },
      { provider: 'rime', name: 'Former', is_active: false },
      { provider: 'polly', name: 'Paul', locales: both },
      { provider: 'polly', name: 'Petra', locales: ['de-de'] },
    ]);
    await addVoices(engine, [{ provider: 'rime', name: 'Twin', provider_voice_id: 'twin-2' }]);
  });
  beforeEach(async () => {
    owner = await engine.owner();
    speech.asked.length = 0;
  });
  afterAll(() => engine.close());

  const pipeline = async (sheet: string | Uint8Array, generator: object = {}, format = 'csv') => {
    const upload_ids = [await putScript(engine, owner, SCRIPT, 'csv')];
    const casting_upload_id = await putScript(engine, owner, sheet, format);
    return shortPipeline({
      source: { input_type: 'file', upload_ids },
      generator: { provider: 'rime', casting_upload_id, ...generator },
    });
  };
  const problemsOf = async (sheet: string, generator: object = {}) => {
    const definition = await pipeline(sheet, generator);
    const payers = await loadPayers(engine.app.db, owner.workspace_id);
    const { problems } = await applyCastingSheets(engine.app, owner.workspace_id, { definition, payers });
    return problems.map(({ path, message }) => `${path.split('casting_upload_id')[1]} ${message}`);
  };
  const ended = (id: string) => engine.until(id, ['completed', 'failed']);
  const spoken = () =>
    Object.fromEntries(
      speech.asked.map(({ text, provider_voice_id, model, speed }) => [
        text,
        [provider_voice_id, model, speed],
      ]),
    );

  test('casts characters by locale, with voices of several providers, each at its own price', async () => {
    const sheet = [
      'Character,Locale,Voice,Provider,Model,Speed,Pitch,Comment',
      'Ada,en_US,Anna,,warm,1.2,,the heroine',
      'Ada,de-DE,polly-Petra,polly,,,-2,',
      `Bob,,${voices.Paul},polly,,,,`,
    ].join('\n');
    const definition = await pipeline(sheet);
    const place = { workspace_id: owner.workspace_id, account_id: owner.user_id, definition };
    // 15 characters at 50, 15 and 12 at 100, 17 at 10 credits for 1,000.
    expect(await estimateOf(engine.app, place)).toMatchObject({ min_credits: 1 + 2 + 2 + 1 });
    const announced = castVoices(await prepareRun(engine.app, place)).map(({ voice, ...of }) => {
      const { character_name, locale_code, chosen } = of;
      return [`${character_name} ${locale_code}`, `${voice?.provider}-${voice?.name}`, chosen];
    });
    expect(announced).toEqual([
      ['Ada en-us', 'rime-Anna', true],
      ['Bob en-us', 'polly-Paul', true],
      ['Ada de-de', 'polly-Petra', true],
      ['null en-us', 'rime-Anna', false],
    ]);
    const id = await engine.start(owner, definition);
    expect(await ended(id)).toMatchObject({ status: 'completed', lines_delivered: 4, credits: 6 });
    expect(spoken()).toEqual({
      'My name is Ada.': ['rime-Anna', 'warm', 1.2],
      'Ich bin Ada.': ['polly-Petra', 'other', 1],
      'My name is Bob.': ['polly-Paul', 'other', 1],
      'Nobody says this.': ['rime-Anna', 'plain', 1],
    });
    expect(await auditRun(engine.app, id)).toEqual([]);
  });

  test('is stored with the run, whose retry no longer needs the file', async () => {
    const definition = await pipeline('character,voice\nAda,Rita\nBob,Rita\n');
    const workflow_id = await engine.workflow(owner, definition);
    const id = await engine.start(owner, definition, { workflow_id });
    await ended(id);
    const run = await runRow(engine.app, id);
    const kept = (run.definition as unknown as typeof definition).graph.nodes[1]?.config;
    expect(kept).toMatchObject({
      casting_upload_id: null,
      voices_by_character: { Ada: { voice_id: voices.Rita, provider: 'rime' } },
    });
    await engine.app.db.deleteFrom('upload').where('workspace_id', '=', owner.workspace_id).execute();
    const problemsNow = async (now: typeof definition) =>
      (await prepareRun(engine.app, { workspace_id: owner.workspace_id, definition: now })).problems;
    const snapshot = run.definition as unknown as typeof definition;
    expect((await problemsNow(snapshot)).filter(({ path }) => path.includes('casting'))).toEqual([]);
    expect(await problemsNow(definition)).toContainEqual(
      expect.objectContaining({
        code: 'invalid_casting_sheet',
        message: expect.stringContaining('There is no confirmed upload'),
      }),
    );
  });

  test('that names a voice for a language it does not speak is reported with the delivered lines', async () => {
    const giveTo = (workspace_id: string | null) =>
      engine.app.db
        .updateTable('voice')
        .set({ workspace_id })
        .where('id', '=', String(voices.Rita))
        .execute();
    const definition = await pipeline('character,voice\nAda,Rita\nBob,Rita\n', { voice_id: voices.Rita });
    const workflow_id = await engine.workflow(owner, definition);
    const run_id = await engine.start(owner, definition, { workflow_id });
    await ended(run_id);
    const request = { workspace_id: owner.workspace_id, definition };
    expect(castVoices(await prepareRun(engine.app, request))).toContainEqual(
      expect.objectContaining({
        ...{ character_name: 'Ada', locale_code: 'de-de', chosen: false },
        voice: { id: voices.Anna, name: 'Anna', provider: 'rime' },
      }),
    );
    const runRef = { workspace_id: owner.workspace_id, workflow_id, run_id };
    const input = await getRunExport(engine.app, { runRef, node_id: null });
    expect(input.run.voices_skipped).toEqual([
      { character_name: 'Ada', locale_code: 'de-de', named_voice: 'Rita', voice_name: 'Anna', lines: 1 },
    ]);
    const texts = await gathered(writeManifestJson(input.run, () => listRows(input)));
    expect(JSON.parse(texts.join('')).run.voices_skipped).toEqual(input.run.voices_skipped);
    const report = (await gathered(writeReport({ run: input.run, rows: () => listRows(input) }))).join('');
    expect(report).toContain('Voices that were skipped');

    const other = await engine.owner();
    await giveTo(other.workspace_id);
    const without = await getRunExport(engine.app, { runRef, node_id: null });
    await giveTo(null);
    expect(without.run.voices_skipped, 'a voice of another workspace has no name here').toEqual([]);
  });

  test('is overridden by the config for the same character and locale', async () => {
    const sheet = 'character,locale,voice\nAda,en-us,Rita\nAda,de-de,Anna\nBob,,Rita\n';
    const voices_by_character = {
      Ada: { voices_by_locale: { 'en-us': voices.Anna } },
      Bob: { voice_id: voices.Anna },
    };
    await ended(await engine.start(owner, await pipeline(sheet, { voices_by_character })));
    expect(spoken()).toMatchObject({
      'My name is Ada.': ['rime-Anna', 'plain', 1],
      'Ich bin Ada.': ['rime-Anna', 'plain', 1],
      'My name is Bob.': ['rime-Anna', 'plain', 1],
    });
  });

  test('casts characters that the config does not name, or not in that locale', async () => {
    const sheet = 'character,locale,voice,provider\nAda,,Paul,polly\nBob,,Rita,\n';
    const voices_by_character = {
      Ada: { voices_by_locale: { 'de-de': voices.Anna } },
      Bob: { speed: 1.2 },
    };
    await ended(await engine.start(owner, await pipeline(sheet, { voices_by_character })));
    expect(spoken()).toMatchObject({
      'My name is Ada.': ['polly-Paul', 'other', 1],
      'Ich bin Ada.': ['rime-Anna', 'plain', 1],
      'My name is Bob.': ['rime-Rita', 'plain', 1.2],
    });
  });

  test('can be tab-separated and in the encodings of spreadsheets', async () => {
    const bytes = new Uint8Array(Buffer.from('\ufeffcharacter\tvoice\nAda\tRita\n', 'utf16le'));
    await ended(await engine.start(owner, await pipeline(bytes, {}, 'tsv')));
    expect(spoken()).toMatchObject({ 'My name is Ada.': ['rime-Rita', 'plain', 1] });
  });

  test('reports row and column of all its errors at once', async () => {
    const sheet = [
      'character,locale,voice,provider,model,speed,pitch',
      ',en-us,Rita,,,,',
      'Ada,,,,,,',
      'Bob,klingonish,Rita,,,,',
      'Cid,,Nobody,,,,',
      'Dot,,Paul,,,,',
      'Eve,,Twin,,,,',
      'Fay,de-de,Rita,,,,',
      'Gus,,Former,,,,',
      'Hal,,Rita,acme,,,',
      'Ida,,Rita,cartesia,,,',
      'Jim,,Rita,,loud,,',
      'Kim,,Rita,,,fast,',
      'Leo,,Rita,,,,13',
      'Max,en-us,Rita,,,,',
      'Max,EN_us,Anna,,,,',
    ].join('\n');
    expect(await problemsOf(sheet)).toEqual([
      '.rows.2.character script.csv, row 2, column character: The row has no character.',
      '.rows.3.voice script.csv, row 3, column voice: The row has no voice.',
      '.rows.4.locale script.csv, row 4, column locale: "klingonish" is not a known language code. Use a code such as en-us, de-de or ja-jp.',
      '.rows.5.voice script.csv, row 5, column voice: There is no voice "Nobody".',
      '.rows.6.voice script.csv, row 6, column voice: rime has no voice "Paul". Providers that have it: polly. Name one in the column "provider".',
      '.rows.7.voice script.csv, row 7, column voice: Several voices have the name "Twin": use the ID of one of them.',
      '.rows.8.locale script.csv, row 8, column locale: The voice Rita does not speak de-de.',
      '.rows.9.voice script.csv, row 9, column voice: The voice Former is no longer available.',
      expect.stringMatching(/^\.rows\.10\.provider .*There is no provider "acme"\. Providers: espeak, /),
      '.rows.11.voice script.csv, row 11, column voice: cartesia has no voice "Rita". Providers that have it: rime. Name one in the column "provider".',
      '.rows.12.model script.csv, row 12, column model: rime has no model "loud".',
      '.rows.13.speed script.csv, row 13, column speed: "fast" is not a number from 0.5 to 2.',
      '.rows.14.pitch script.csv, row 14, column pitch: "13" is not a number from -12 to 12.',
      '.rows.16.character script.csv, row 16, column character: Row 15 already casts the same character and locale.',
    ]);
  });

  test('without a column, without a row, or with an unclosed quote prevents a start', async () => {
    expect(await problemsOf('who,voice\nAda,Rita\n')).toEqual([
      '.rows.1.character script.csv, row 1, column character: There is no column "character".',
    ]);
    expect(await problemsOf('  \n')).toEqual([' script.csv: The casting sheet is empty.']);
    expect(await problemsOf('character,voice\nAda,"Rita\n')).toEqual([
      expect.stringContaining('A quote is not closed.'),
    ]);
    const definition = await pipeline('character\nAda\n');
    const { problems } = await prepareRun(engine.app, { workspace_id: owner.workspace_id, definition });
    expect(problems).toMatchObject([{ path: expect.stringContaining('casting_upload_id.rows.1.voice') }]);
  });

  test('of another workspace is not found', async () => {
    const definition = await pipeline('character,voice\nAda,Rita\n');
    const other = await engine.owner();
    const { problems } = await applyCastingSheets(engine.app, other.workspace_id, {
      definition,
      payers: NO_PAYERS,
    });
    expect(problems).toMatchObject([{ message: expect.stringContaining('There is no confirmed upload') }]);
  });
});
