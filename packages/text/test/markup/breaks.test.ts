import { expect, test } from 'vitest';
import { splitAtBreaks } from '../../src/index.ts';

const partsOf = (text: string) =>
  splitAtBreaks(text).parts.map((part) => ('text' in part ? part.text : part.break_ms));

test('a text is split at its breaks, in every notation', () => {
  expect(partsOf('One. <break time="1.5s"/> Two [pause 300ms] three.<#0.25#>Four <break/> five.')).toEqual([
    'One. ',
    1_500,
    ' Two ',
    300,
    ' three.',
    250,
    'Four ',
    500,
    ' five.',
  ]);
});

test('a text without a break stays as it is, byte by byte', () => {
  const text = 'Hi <b>you</b>  &amp; {name} <emphasis>too</emphasis>.';
  expect(splitAtBreaks(text)).toEqual({ parts: [{ text }], is_limited: false });
});

test('breaks at the ends stay, and adjacent ones add up', () => {
  expect(
    partsOf('<break time="1s"/>One.<break time="8s"/> <break time="7s"/>Two.<break time="2s"/>'),
  ).toEqual([1_000, 'One. ', 15_000, 'Two.', 2_000]);
});

test('an element around a break is closed before it and opened again after it', () => {
  expect(partsOf('<prosody rate="slow">One <emphasis>two <break/> three</emphasis> four</prosody>.')).toEqual(
    [
      '<prosody rate="slow">One <emphasis>two </emphasis></prosody>',
      500,
      '<prosody rate="slow"><emphasis> three</emphasis> four</prosody>.',
    ],
  );
});

test('punctuation alone belongs to the text before its break', () => {
  expect(partsOf('Open<break/>, please')).toEqual(['Open,', 500, ' please']);
  expect(partsOf('About<break/>.5 miles')).toEqual(['About', 500, '.5 miles']);
  expect(partsOf('Wait<break/>… 🎉 <break/>what<break/>?')).toEqual(['Wait… 🎉 ', 1_000, 'what?', 500]);
});

test('signs and audio tags, which may be spoken, lose their break rather than their sound', () => {
  expect(splitAtBreaks('[laughs] <break/> Hello <break time="1s"/> % <break time="2s"/> you')).toEqual({
    parts: [{ text: '[laughs]   Hello   % ' }, { break_ms: 2_000 }, { text: ' you' }],
    is_limited: true,
  });
});

test('a break in an element with a reading is left out, and a long one is shortened', () => {
  expect(splitAtBreaks('<sub alias="Doctor">D<break/>r</sub> Who')).toEqual({
    parts: [{ text: '<sub alias="Doctor">D r</sub> Who' }],
    is_limited: true,
  });
  expect(splitAtBreaks('a <break time="2h"/> b <break time="11s"/> c')).toEqual({
    parts: [{ text: 'a ' }, { break_ms: 500 }, { text: ' b ' }, { break_ms: 10_000 }, { text: ' c' }],
    is_limited: true,
  });
});

test('a line has at most fifty breaks', () => {
  const { parts, is_limited } = splitAtBreaks('a <break/> '.repeat(60));
  expect(parts.filter((part) => 'break_ms' in part)).toHaveLength(50);
  expect(is_limited).toBe(true);
});

test('a line of nothing but breaks is left to the engine', () => {
  expect(partsOf('<break/> … <break/>')).toEqual(['<break/> … <break/>']);
});
