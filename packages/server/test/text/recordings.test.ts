import { fileKey, readRecordingList, readRecordingName } from '@voiceloom/text';
import { expect, test } from 'vitest';
import { writeManifestCsv } from '../../src/export/manifest.ts';
import { sampleItem } from '../export/sample-lines.ts';

const list = (text: string, format = 'csv') => readRecordingList(new TextEncoder().encode(text), format);

test.each([
  ['harbor-01.wav', 'harbor-01', null],
  ['harbor-01_de-de.wav', 'harbor-01', 'de-de'],
  ['harbor-01.pt_BR.flac', 'harbor-01', 'pt-br'],
  ['hello-en-us.mp3', 'hello', 'en-us'],
  ['ja-JP_greeting.ogg', 'greeting', 'ja-jp'],
  // Neither is a language of a product, whatever the codes mean.
  ['step_in-it.wav', 'step_in-it', null],
  ['talk-to-us.wav', 'talk-to-us', null],
  ['de-de.wav', 'de-de', null],
  ['no extension', 'no extension', null],
])('the name %s means the line %s in %s', (name, line_id, locale_code) => {
  expect(readRecordingName(name)).toEqual({ line_id, locale_code });
});

test('a name that is too long for an id is not cut within a character', () => {
  const { line_id } = readRecordingName(`a${'𠮷'.repeat(120)}.wav`);
  expect([line_id.isWellFormed(), line_id.length]).toEqual([true, 199]);
});

test('a list has script, character, line, locale and limit of each file, whatever the names of its columns', () => {
  const nothing = {
    line_id: null,
    locale_code: null,
    character_name: null,
    notes: null,
    max_duration_ms: null,
    limit_problem: null,
  };
  expect(
    list(
      'File Name;Text;Character;Language;Max Duration;Notes\nA.wav;"Hello; you.";Ada;de_DE;2,5;softly\nb.wav;Bye.;;;;\n',
    ),
  ).toEqual([
    {
      ...{ file: 'a.wav', row: 2, script: 'Hello; you.', line_id: null, locale_code: 'de-de' },
      ...{ character_name: 'Ada', notes: 'softly', max_duration_ms: 2_500, limit_problem: null },
    },
    { ...nothing, file: 'b.wav', row: 3, script: 'Bye.' },
  ]);
  expect(list('[{"file": "x/B.wav", "line_id": 7, "script": "Bye."}]', 'json')).toEqual([
    { ...nothing, file: 'b.wav', row: 1, script: 'Bye.', line_id: '7' },
  ]);
});

test('the manifest of an export is a list: its files are found by name, and lines without one are skipped', async () => {
  const { openAudio: _audio, ...line } = sampleItem(0);
  const said = { ...line, line_id: 'one', locale_code: 'en-us', script: '=Hello there.' };
  async function* rows() {
    yield { line: said, file: 'en-us/Ada/One.wav' };
    yield { line: { ...said, line_id: 'two', status: 'dropped' as const }, file: null };
  }
  let text = '';
  for await (const part of writeManifestCsv(rows)) text += part;
  const facts = list(text);
  expect(facts.map(({ file, line_id, locale_code, script }) => [file, line_id, locale_code, script])).toEqual(
    [['one.wav', 'one', 'en-us', '=Hello there.']],
  );
  expect(fileKey('en-us/Ada/One.wav')).toBe('one.wav');
});

test.each([
  [
    'csv',
    'script,character\nHello.,Ada\n',
    'No column contains the file names. Name the column one of: file, filename, file_name, path.',
  ],
  ['csv', 'file,locale\na.wav,klingon-xx-yy-zz\n', '"klingon-xx-yy-zz" is not a known language code.'],
  ['csv', 'file,script\na.wav,"open\n', 'A quote is not closed.'],
  ['json', '{"file": "a.wav"}', 'The list must be an array of objects.'],
  ['json', '[1]', 'The entry must be an object.'],
  [
    'json',
    `[{"file": "a.wav", "script": "${'a'.repeat(1_000_001)}"}]`,
    'The text is longer than 1,000,000 characters.',
  ],
  ['json', '[', 'The list is not well-formed JSON.'],
])('an invalid %s list is rejected with the reason', (format, text, message) => {
  expect(() => list(text, format)).toThrow(message);
});
