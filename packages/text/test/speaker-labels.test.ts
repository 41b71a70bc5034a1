import { describe, expect, test } from 'vitest';
import { countScript } from '../src/index.ts';
import { docxOf, paragraph } from './support/docx.ts';
import { read } from './support/script-parse.ts';

type Format = 'txt' | 'docx' | 'srt' | 'vtt';

/** The same lines as a file of each format. */
const FILES: Record<Format, (lines: string[]) => string | Uint8Array> = {
  txt: (lines) => lines.join('\n'),
  docx: (lines) => docxOf(lines.map(paragraph).join('')),
  srt: (lines) => lines.map((line, index) => `${index + 1}\n${cueTimes(index, ',')}\n${line}\n`).join('\n'),
  vtt: (lines) => `WEBVTT\n\n${lines.map((line, index) => `${cueTimes(index, '.')}\n${line}\n`).join('\n')}`,
};

function cueTimes(index: number, separator: string): string {
  const time = (second: number) => `00:00:${String(second).padStart(2, '0')}${separator}000`;
  return `${time(index)} --> ${time(index + 1)}`;
}

function spoken(format: Format, lines: string[], options: object = {}) {
  const { lines: scriptLines, reading } = read(FILES[format](lines), { format, ...options });
  return {
    lines: scriptLines.map(({ character_name, script }) => [character_name, script]),
    notes: [...reading.skipped, ...reading.warnings].map(({ row, code }) => [code, row]),
  };
}

const DIALOGUE = ['ANNA: Come closer.', 'Ben: Why?', 'ANNA: The tide is rising.', 'Ben: I hear it.'];

describe('a name before a colon', () => {
  test.each(['txt', 'docx', 'srt', 'vtt'] as const)(
    'that recurs is the character of a line in %s',
    (format) => {
      const { lines, notes } = spoken(format, DIALOGUE);
      expect(lines).toEqual([
        ['ANNA', 'Come closer.'],
        ['Ben', 'Why?'],
        ['ANNA', 'The tide is rising.'],
        ['Ben', 'I hear it.'],
      ]);
      expect(notes).toEqual([['speaker_label', expect.any(Number)]]);
      const { characters, skipped } = read(FILES[format](DIALOGUE), { format }).reading;
      expect(characters).toEqual([
        { character_name: 'ANNA', line_count: 2 },
        { character_name: 'Ben', line_count: 2 },
      ]);
      expect(skipped[0]?.message).toBe(
        'In 4 lines, the name before a colon, such as "ANNA:", is read as the character and not spoken. To speak it, set `columns.character_name` to null.',
      );
    },
  );

  test.each(['txt', 'docx', 'srt', 'vtt'] as const)('is spoken in %s if the config says so', (format) => {
    const { lines, notes } = spoken(format, DIALOGUE, { columns: { character_name: null } });
    expect(lines).toEqual(DIALOGUE.map((line) => [null, line]));
    expect(notes).toEqual([]);
  });

  test.each([
    [
      ['太郎：こんにちは。', '花子：元気ですか。', '太郎：はい。'],
      ['太郎', '花子', '太郎'],
    ],
    [
      ['Анна: Иди сюда.', 'Иван: Зачем?', 'Анна: Смотри.'],
      ['Анна', 'Иван', 'Анна'],
    ],
    [
      ['- Frau Müller: Guten Tag.', '- Der Wirt: Kommen Sie.', '- Frau Müller: Danke.'],
      ['Frau Müller', 'Der Wirt', 'Frau Müller'],
    ],
    [
      ['NARRATOR: One.', 'NARRATOR: Two.', 'NARRATOR: Three.'],
      ['NARRATOR', 'NARRATOR', 'NARRATOR'],
    ],
  ])('can be in any writing system: %j', (lines, names) => {
    expect(spoken('txt', lines).lines.map(([name]) => name)).toEqual(names);
  });

  test('can have a direction, stand on a line of its own, and be beside lines without one', () => {
    const text =
      'The harbor at night.\n\nANNA (whispering): Come.\n\nBEN:\nWhy?\nTell me.\n\nANNA: Look there.\nBEN: Yes.\n';
    const { lines } = read(text, { format: 'txt' });
    expect(lines.map(({ character_name, script, direction }) => [character_name, script, direction])).toEqual(
      [
        [null, 'The harbor at night.', null],
        ['ANNA', 'Come.', 'whispering'],
        ['BEN', 'Why?', null],
        ['BEN', 'Tell me.', null],
        ['ANNA', 'Look there.', null],
        ['BEN', 'Yes.', null],
      ],
    );
    expect(new Set(lines.map(({ line_id }) => line_id)).size).toBe(6);
  });

  test('is read in each line of a paragraph of Word', () => {
    const runs = '<w:p><w:r><w:t>ANNA: Come.</w:t><w:br/><w:t>BEN: Why?</w:t></w:r></w:p>';
    const { lines } = read(docxOf(`${runs}${paragraph('ANNA: Look.')}`), { format: 'docx' });
    expect(lines.map(({ line_id, character_name, script }) => [line_id, character_name, script])).toEqual([
      ['L00001', 'ANNA', 'Come.'],
      ['L00002', 'BEN', 'Why?'],
      ['L00003', 'ANNA', 'Look.'],
    ]);
  });

  test.each([
    ['BREAKFAST: Eggs.', 'LUNCH: Soup.'],
    ['Monday: Open from nine.', 'Tuesday: Closed.', 'We are happy to see you.'],
    ['Anna: Come closer.', 'Ben: Why?'],
    [
      'It was late.',
      'ANNA: Come.',
      'The door closed.',
      'Nobody moved.',
      'ANNA: Now.',
      'She left.',
      'It rained.',
    ],
  ])('that does not clearly name a speaker is spoken, with a warning: %s', (...lines) => {
    const result = spoken('txt', lines);
    expect(result.lines).toEqual(lines.map((line) => [null, line]));
    expect(result.notes).toEqual([['spoken_label', lines.findIndex((line) => line.includes(':')) + 1]]);
  });

  test('that is rare in a long text is part of it, and not worth a warning', () => {
    const prose = Array.from({ length: 40 }, (_, index) => `The tide was ${index} feet high.`);
    expect(spoken('txt', [...prose, 'Status: Open.', 'Result: Nothing.']).notes).toEqual([]);
  });

  test('that is rare in subtitles is spoken, with a warning', () => {
    const { lines, notes } = spoken('srt', ['John: Hello.', 'It is late.', 'Come in.', 'Mary: Yes.']);
    expect(lines.map(([name]) => name)).toEqual([null, null, null, null]);
    expect(notes).toEqual([['spoken_label', 2]]);
  });

  test.each([
    ['Note: The door is open.', 'Note: The gate is closed.', 'Note: Mind the step.'],
    ['Chapter 1: The harbor.', 'Chapter 2: The boat.', 'Chapter 1: Again.'],
    ['Name: Anna', 'Age: 30', 'Name: Ben', 'Age: 20'],
    ['Then she said: come.', 'He wrote down: 10:30.', 'See https://example.com now.'],
    ['Remember: The tide is rising.'],
  ])('that is part of the text is spoken: %s', (...lines) => {
    expect(spoken('txt', lines).lines).toEqual(lines.map((line) => [null, line]));
  });

  test('counts the same in an upload as in a run', async () => {
    const bytes = new TextEncoder().encode(DIALOGUE.join('\n'));
    const counts = await countScript({ format: 'txt', size_bytes: bytes.length, read: () => [bytes] });
    const characters = DIALOGUE.join('').length - 'ANNA: Ben: ANNA: Ben: '.length;
    expect(counts).toEqual({ line_count: 4, char_count: characters });
  });

  test('after the first 200 lines is read by what they showed', () => {
    const lines = Array.from({ length: 300 }, (_, index) => `${index % 2 ? 'ANNA' : 'Ben'}: Line ${index}.`);
    const names = new Set(spoken('txt', [...lines, 'Ida: Hello.']).lines.map(([name]) => name));
    expect(names).toEqual(new Set(['ANNA', 'Ben', 'Ida']));
  });
});

describe('a cue without words to speak', () => {
  test.each([
    '[door slams]',
    '(thunder rumbling)',
    '♪ … ♪',
    '♪ dramatic music ♪',
    '♪ Sanfte Musik ♪',
    '♪ (upbeat music playing) ♪',
    '[sighs]',
    '- [Türknallen]',
    '<i>[wind howling]</i>',
    '*sighs*',
    '[door slams] (thunder)',
  ])('is not a line, and is reported: %s', (cue) => {
    for (const format of ['srt', 'vtt'] as const) {
      const { lines, notes } = spoken(format, ['Come in.', cue, 'Sit down.']);
      expect(lines).toEqual([
        [null, 'Come in.'],
        [null, 'Sit down.'],
      ]);
      expect(new Set(notes.map(([code]) => code))).toEqual(new Set(['sound_description']));
    }
  });

  test.each([
    ['♪ Row the boat ♪', 'Row the boat'],
    ['♪ I hear the music ♪', 'I hear the music'],
    ['[whispers] Come in.', '[whispers] Come in.'],
    ['[player_name]', '[player_name]'],
    ['(I hope he is gone.)', '(I hope he is gone.)'],
  ])('is not one with words: %s', (cue, text) => {
    expect(spoken('srt', ['Come in.', cue]).lines).toEqual([
      [null, 'Come in.'],
      [null, text],
    ]);
  });
});
