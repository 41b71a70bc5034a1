import { writeSrt, writeVtt } from '@voiceloom/text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collectCue, type LocaleCues, placeCues, splitWords, wordTimes } from '../../src/export/cues.ts';
import type { ExportLine } from '../../src/export/export-line.ts';
import { sampleItem } from './sample-lines.ts';

function line(script: string, change: Partial<ExportLine> = {}): ExportLine {
  const { openAudio: _, ...sample } = sampleItem(0);
  return { ...sample, script, speech: { start_ms: 100, end_ms: 2_100 }, duration_ms: 2_300, ...change };
}

const pairs = (times: Int32Array) =>
  Array.from({ length: times.length / 2 }, (_, index) => [...times.subarray(index * 2, index * 2 + 2)]);

test.each([
  [
    'en-us',
    'He said: “no, it’s well-known” (twice).',
    ['He ', 'said: ', '“no, ', 'it’s ', 'well-known” ', '(twice).'],
  ],
  ['fr-fr', '« L’aube, dit-il ! »', ['« L’aube, ', 'dit-il ! »']],
  ['ja-jp', '夜が来た。', ['夜', 'が', '来', 'た。']],
  ['de-de', '', []],
  ['en-us', '...', ['...']],
])('words of %s keep their punctuation: %s', (locale, text, words) => {
  expect(splitWords(text, locale)).toEqual(words);
  expect(splitWords(text, locale).join('')).toBe(text);
});

test('words have the times of the engine if their number matches', () => {
  const words = [
    { text: 'hold', start_ms: 100, end_ms: 400 },
    { text: 'on', start_ms: 700, end_ms: 900 },
  ];
  expect(pairs(wordTimes(line('Hold on.', { words })))).toEqual([
    [100, 400],
    [700, 900],
  ]);
});

test('if more words are spoken than written, their times are distributed by length', () => {
  const words = [
    { text: 'one', start_ms: 0, end_ms: 300 },
    { text: 'hundred', start_ms: 300, end_ms: 1_000 },
    { text: 'sailors', start_ms: 1_400, end_ms: 2_100 },
  ];
  const [number, sailors] = pairs(wordTimes(line('100 sailors', { words })));
  expect(number?.[0]).toBe(0);
  expect(sailors?.[1]).toBe(2_100);
  expect(number?.[1]).toBeLessThanOrEqual(sailors?.[0] ?? 0);
});

test('without times of the engine, the words share the speech by length, with pauses in between', () => {
  const times = pairs(wordTimes(line('No, understandably.')));
  expect(times[0]?.[0]).toBe(100);
  expect(times[1]?.[1]).toBe(2_100);
  expect((times[1]?.[0] ?? 0) - (times[0]?.[1] ?? 0)).toBeGreaterThan(200);
  expect((times[1]?.[1] ?? 0) - (times[1]?.[0] ?? 0)).toBeGreaterThan(1_000);
});

test('times never go backwards, whatever the words and the script', () => {
  const scripts = ['A b c d e f g.', '夜明け前に嵐が来た。', '¿Qué? ¡No! (¿Sí?)', '“”', 'x'.repeat(200)];
  for (const script of scripts) {
    for (const count of [0, 1, 3, 20]) {
      const words = Array.from({ length: count }, (_, n) => ({
        text: 'w',
        start_ms: n * 90,
        end_ms: n * 90 + 60,
      }));
      const flat = [...wordTimes(line(script, { words }))];
      expect(flat).toEqual(flat.toSorted((a, b) => a - b));
    }
  }
});

const SENTENCE =
  'The storm passed over the harbor before dawn, and nobody in the whole town had slept <at> all.';

function cuesOf(timing: 'line' | 'word') {
  const cues: LocaleCues = new Map();
  collectCue(cues, line(SENTENCE, { locale_code: 'en-us', line_index: 0 }), timing);
  collectCue(cues, line('Then: silence.', { locale_code: 'en-us', line_index: 1 }), timing);
  return placeCues(cues.get('en-us') ?? []);
}

test('cues by word fit a screen line, end at punctuation and follow the voice', () => {
  const cues = cuesOf('word');
  expect(cues.map(({ text }) => text)).toEqual([
    'The storm passed over the harbor before',
    'dawn, and nobody in the whole town had',
    'slept <at> all.',
    'Then: silence.',
  ]);
  expect(cues[0]?.start_ms).toBe(100);
  expect(cues[2]?.end_ms).toBe(2_100);
  expect(cues[3]?.start_ms).toBe(2_400);
  for (const [index, { start_ms }] of cues.entries()) {
    expect(start_ms).toBeGreaterThanOrEqual(cues[index - 1]?.end_ms ?? 0);
  }
});

test('WebVTT contains the time of each word, and SubRip stays plain', () => {
  const vtt = [...writeVtt(cuesOf('word'))].join('');
  expect(vtt).toMatch(/The <00:00:00\.\d{3}>storm <00:00:00\.\d{3}>passed /);
  expect(vtt).toContain('slept &lt;<00:00:0');
  const srt = [...writeSrt(cuesOf('word'))].join('');
  expect(srt).toContain('The storm passed over the harbor before\n');
  expect(srt).not.toMatch(/<\d/);
});

test('cues by line are whole lines', () => {
  expect(cuesOf('line').map(({ text }) => text)).toEqual([SENTENCE, 'Then: silence.']);
});

test.each([
  ['estimated', 'word', 1],
  ['estimated', 'line', 0],
  ['aligned', 'word', 0],
  ['engine', 'word', 0],
] as const)('a cue whose words have %s times, by %s, has %i notes in WebVTT and none in SubRip', (...row) => {
  const [word_times, timing, notes] = row;
  const cues: LocaleCues = new Map();
  const words = [{ text: 'Hello', start_ms: 100, end_ms: 900 }];
  collectCue(cues, line('Hello.', { word_times, words: word_times === 'estimated' ? [] : words }), timing);
  const placedCues = placeCues(cues.get('en-us') ?? []);
  const vtt = [...writeVtt(placedCues)].join('');
  expect(vtt.split('NOTE The times of the words of the next cue are estimated.\n\n1\n')).toHaveLength(
    notes + 1,
  );
  expect([...writeSrt(placedCues)].join('')).not.toContain('NOTE');
});

/**
 * The rules of WebVTT for times: a cue ends after it begins, and the times inside it increase and lie within
 * it.
 */
function vttFaults(vtt: string): string[] {
  const inMs = (time: string) => {
    const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
    return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1_000);
  };
  return (
    vtt
      .trimEnd()
      .split('\n\n')
      .slice(1)
      // Comments have no times.
      .filter((block) => !/^NOTE .+$/.test(block))
      .flatMap((cue) => {
        const [, times = '', ...text] = cue.split('\n');
        const [start = 0, end = 0] = times.split(' --> ').map(inMs);
        const marks = [...text.join('\n').matchAll(/<(\d\d:[\d:.]+)>/g)].map(([, time = '']) => inMs(time));
        const grows = [start, ...marks, end].every(
          (time, index, all) => index === 0 || time > (all[index - 1] ?? 0),
        );
        return grows && text.join('').trim() !== '' ? [] : [cue];
      })
  );
}

test('every cue and every time in it is valid WebVTT, whatever words an engine returns', () => {
  const words = fc.array(
    fc.record({
      text: fc.constantFrom('a', 'wörd', '夜', 'b-c'),
      start_ms: fc.nat(3_000),
      length: fc.constantFrom(0, 0, 1, 80, 400),
    }),
    { maxLength: 12 },
  );
  const script = fc.constantFrom('One.', 'A b c d e f g h.', '夜明け前に嵐が来た。', SENTENCE, '& <i> --> x');
  const property = fc.property(
    fc.array(fc.record({ script, words, duration_ms: fc.constantFrom(0, 1, 2_300) }), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.constantFrom('word' as const, 'line' as const),
    (lines, timing) => {
      const cues: LocaleCues = new Map();
      lines.forEach(({ script: text, words: said, duration_ms }, line_index) => {
        const spoken = said
          .map(({ length, ...word }) => ({ ...word, end_ms: word.start_ms + length }))
          .toSorted((a, b) => a.start_ms - b.start_ms);
        const speech = duration_ms === 0 ? null : { start_ms: 0, end_ms: duration_ms };
        const changes = { locale_code: 'en-us', line_index, words: spoken, duration_ms, speech };
        collectCue(cues, line(text, changes), timing);
      });
      expect(vttFaults([...writeVtt(placeCues(cues.get('en-us') ?? []))].join(''))).toEqual([]);
    },
  );
  fc.assert(property, { numRuns: 300, seed: 20_261_121 });
});
