import { expect, test } from 'vitest';
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
  expect(vtt(text)).toEqual({ texts: ['One.', 'Three.'], skipped: [[6, 'broken_cue']] });
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
      [9, 'stray_text'],
      [16, 'no_text'],
    ],
  });
});
