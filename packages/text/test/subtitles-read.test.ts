import { describe, expect, test } from 'vitest';
import { read } from './support/script-parse.ts';

const vtt = (text: string) => {
  const { lines, reading } = read(text, { format: 'vtt' });
  return {
    texts: lines.map(({ script }) => script),
    skipped: reading.skipped.map(({ row, code }) => [row, code]),
  };
};

test('a cue with unreadable times is skipped and reported, and the others are read', () => {
  const text =
    'WEBVTT\n\n00:01.000 --> 00:02.000\nOne.\n\n00:0x.000 --> 00:04.000\nBroken.\nMore of it.\n\n00:05.000 --> 00:06.000\nThree.\n';
  expect(vtt(text)).toEqual({ texts: ['One.', 'Three.'], skipped: [[6, 'invalid_cue']] });
  expect(read(text, { format: 'vtt' }).reading.skipped[0]?.message).toContain('00:0x.000');
});

test('a legacy header is not a cue, and its content is reported', () => {
  const cue = '00:01.000 --> 00:02.000\nOne.\n';
  expect(vtt(`WEBVTT FILE\n\n${cue}`)).toEqual({ texts: ['One.'], skipped: [] });
  expect(vtt(`WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n${cue}`)).toEqual({
    texts: ['One.'],
    skipped: [[1, 'metadata']],
  });
  expect(vtt(`WEBVTT\nKind: captions\nLanguage: en\n${cue}`).texts).toEqual(['One.']);
});

test('notes, styles, text without times and cues without text are reported', () => {
  const text =
    'WEBVTT\n\nNOTE a --> b\nmore\n\nSTYLE\n::cue {}\n\nLost text\non two lines\n\nintro\n00:01.000 --> 00:02.000\nOne.\n\n00:03.000 --> 00:04.000\n<i></i>\n';
  expect(vtt(text)).toEqual({
    texts: ['One.'],
    skipped: [
      [3, 'comment'],
      [6, 'metadata'],
      [9, 'text_outside_cue'],
      [16, 'no_text'],
    ],
  });
});

/** Three cues. `middle` is the second one, with its number. */
const around = (middle: string) =>
  `1\n00:00:01,000 --> 00:00:02,500\nThe gate opens.\n\n${middle}\n\n3\n00:00:05,000 --> 00:00:06,500\nCome in.\n`;
const srt = (text: string) => {
  const { lines, reading } = read(text, { format: 'srt' });
  return {
    texts: lines.map(({ script, character_name }) =>
      character_name === null ? script : `${character_name}: ${script}`,
    ),
    skipped: reading.skipped.map(({ row, code }) => [row, code]),
    lines,
    reading,
  };
};

describe('a line of times', () => {
  test.each([
    ['a long dash', '2\n00:00:03,000 —> 00:00:04,500'],
    ['a short dash', '2\n00:00:03,000 –> 00:00:04,500'],
    ['an entity', '2\n00:00:03,000 --&gt; 00:00:04,500'],
    ['a numeric entity', '2\n00:00:03,000 --&#62; 00:00:04,500'],
    ['full-width digits and colons', '２\n００：００：０３，０００ --> ００：００：０４，５００'],
    ['a full-width arrow', '2\n00:00:03,000 －－＞ 00:00:04,500'],
    ['Arabic digits', '٢\n٠٠:٠٠:٠٣,٠٠٠ --> ٠٠:٠٠:٠٤,٥٠٠'],
    ['one sign as arrow', '2\n00:00:03,000 → 00:00:04,500'],
    ['a split arrow', '2\n00:00:03,000 - -> 00:00:04,500'],
    ['only a dash', '2\n00:00:03,000 - 00:00:04,500'],
    ['only a comma', '2\n00:00:03.00,00:00:04.50'],
    ['only a space', '2\n00:00:03,000 00:00:04,500'],
    ['spaces within the times', '2\n00: 00: 03,000 -> 00: 00: 04, 500'],
    ['the number on the same line', '2 00:00:03,000 --> 00:00:04,500'],
    ['the number with a dot', '2.\n00:00:03,000 --> 00:00:04,500'],
  ])('with %s is read', (_, head) => {
    const { texts, skipped, lines } = srt(around(`${head}\nNobody is there.`));
    expect(texts).toEqual(['The gate opens.', 'Nobody is there.', 'Come in.']);
    expect(lines[1]).toMatchObject({ start_ms: 3000, max_duration_ms: 1500 });
    expect(skipped).toEqual([]);
  });

  test.each([
    ['letters in place of digits', '2\noo:00:03,000 --> 00:00:04,500', 6],
    ['a word as arrow', '2\n00:00:03,000 to 00:00:04,500', 6],
    ['one time', '2\n00:00:03,000', 6],
    ['an arrow without the first time', '2\n--> 00:00:04,500', 6],
    ['no times', '2', 5],
  ])('with %s is reported, and its cue is not spoken', (_, head, row) => {
    const { texts, skipped } = srt(around(`${head}\nNobody is there.`));
    expect(texts).toEqual(['The gate opens.', 'Come in.']);
    expect(skipped).toEqual([[row, 'invalid_cue']]);
  });

  test('that is followed by text is the start of the cue', () => {
    expect(srt(around('2\n00:00:03,000 --> 00:00:04,500 Nobody is there.')).texts[1]).toBe(
      'Nobody is there.',
    );
    expect(srt(around('2\n00:00:03,000 --&gt; 00:00:04,500 Wait… ½ “no”.')).texts[1]).toBe('Wait… ½ “no”.');
    const settings = '00:03.000 --> 00:04.000 align:start position:10%\nOne.\n';
    expect(vtt(`WEBVTT\n\n${settings}`).texts).toEqual(['One.']);
    expect(srt('1\n00:00:01,000 --> 00:00:02,000 X1:117 X2:619\nOne.\n').texts).toEqual(['One.']);
  });

  test.each(['10:00 – 11:30', 'At 10:30', '3, 2, 1 -> go', 'It is 12:30:45 - run!', '1:1 -- draw'])(
    'is not a text such as %s',
    (text) => {
      expect(srt(around(`2\n00:00:03,000 --> 00:00:04,500\n${text}`)).texts[1]).toBe(text);
    },
  );
});

describe('the text of a cue', () => {
  const one = (text: string, format: 'srt' | 'vtt' = 'srt') => {
    const { lines, reading } = read(`00:00:01.000 --> 00:00:03.000\n${text}\n`, { format });
    return { lines, reading, texts: lines.map(({ script }) => script) };
  };

  test.each([
    ['Done<br>next one.', 'Done next one.'],
    ['100%<br/>ready.', '100% ready.'],
    ['Done<BR />next.', 'Done next.'],
    ['Done\\Nnext.', 'Done next.'],
    ['Done[br]next.', 'Done next.'],
    ['<p>Done</p><p>next.</p>', 'Done next.'],
    ['un<i>believ</i>able', 'unbelievable'],
    ['<ruby>今日<rt>きょう</rt></ruby>は雨です。', '今日は雨です。'],
    ['<ruby>今<rt>きょ<rb>日<rt>う</ruby>は雨です。', '今日は雨です。'],
    ['<ruby>今日<rp>（</rp><rt>きょう</rt><rp>）</rp></ruby>は雨です。', '今日は雨です。'],
    ['♪ Row the boat ♪', 'Row the boat'],
    ['# Row the boat #', 'Row the boat'],
    ['&gt;&gt; Good evening.', 'Good evening.'],
    ['(Sighs) Come in.', 'Come in.'],
    ['- (SIGHS) Come in.', '- Come in.'],
    ['Come in. (door creaks)', 'Come in.'],
    ['(door\ncreaks) Come in.', 'Come in.'],
    ['[DOOR CREAKS] Come in.', 'Come in.'],
    ['（ドアの音）入って。', '入って。'],
    ['[whispers] Come in.', '[whispers] Come in.'],
    ['(I hope he is gone.)', '(I hope he is gone.)'],
    ['I went (with Bob) to town.', 'I went (with Bob) to town.'],
    ['The agency (NASA) said no.', 'The agency (NASA) said no.'],
  ])('%j is spoken as %j', (text, spoken) => {
    for (const format of ['srt', 'vtt'] as const) expect(one(text, format).texts).toEqual([spoken]);
  });

  test('descriptions of sounds are counted, and a cue with nothing else is no line', () => {
    const { texts, reading } = one('(LAUGHTER)\n\n00:00:04.000 --> 00:00:05.000\n(Sighs) Come in.');
    expect(texts).toEqual(['Come in.']);
    expect(reading).toMatchObject({
      skipped_count: 2,
      skipped: [
        { row: 1, code: 'sound_description', message: expect.stringContaining('"(LAUGHTER)"') },
        { row: 4, code: 'sound_description', message: expect.stringContaining('"(Sighs)"') },
      ],
    });
  });

  test.each([
    ['ADA: We made it.', [['ADA', 'We made it.']]],
    ['MAN #2: Stop!', [['MAN #2', 'Stop!']]],
    ['ÉLODIE : On y va.', [['ÉLODIE', 'On y va.']]],
    ['ADA (whispering): Come.', [['ADA', 'Come.']]],
    ['ADA:\nWe made it.', [['ADA', 'We made it.']]],
    ['>> Ada: We made it.', [['Ada', 'We made it.']]],
    [
      'ADA: Where?\nBOB: Over there.',
      [
        ['ADA', 'Where?'],
        ['BOB', 'Over there.'],
      ],
    ],
    [
      'and so on.\nBOB: No.',
      [
        [null, 'and so on.'],
        ['BOB', 'No.'],
      ],
    ],
    ['WARNING: Do not open.', [[null, 'WARNING: Do not open.']]],
    ['CHAPTER ONE: The storm.', [[null, 'CHAPTER ONE: The storm.']]],
    ['Remember: never go.', [[null, 'Remember: never go.']]],
    ['It is 12:30.', [[null, 'It is 12:30.']]],
  ])('a label in capitals names the character: %j', (text, expected) => {
    expect(one(text).lines.map(({ character_name, script }) => [character_name, script])).toEqual(expected);
  });

  test('each voice of a cue is a line, in its share of the time', () => {
    const { lines } = one('<v Ada>Where?\n<v Bob>Over there.', 'vtt');
    expect(lines).toMatchObject([
      { line_id: 'L00001', character_name: 'Ada', script: 'Where?', start_ms: 1000, max_duration_ms: 706 },
      {
        line_id: 'L00002',
        character_name: 'Bob',
        script: 'Over there.',
        start_ms: 1706,
        max_duration_ms: 1294,
      },
    ]);
    const names = (text: string) => one(text, 'vtt').lines.map((line) => [line.character_name, line.script]);
    expect(names('<v.loud Ada &amp; Bob>Look!')).toEqual([['Ada & Bob', 'Look!']]);
    expect(names('<v Ada>Look</v> and <v Ada>run!</v>')).toEqual([
      ['Ada', 'Look'],
      [null, 'and'],
      ['Ada', 'run!'],
    ]);
    expect(names('<v Ada>Look!</v>\n<v Ada>Run!</v>')).toEqual([['Ada', 'Look! Run!']]);
    expect(names('<v Ada><i>NOTE: Look!</i></v>')).toEqual([['Ada', 'NOTE: Look!']]);
  });
});
