import { speechPieces, splitSentences } from '@voiceloom/text';
import { expect, test } from 'vitest';
import type { SpeechModel } from '../../src/providers/speech/index.ts';
import { partContext, splitParts } from '../../src/providers/speech/parts.ts';

const model = (max_characters: number): SpeechModel => ({
  id: 'small',
  display_name: 'Small',
  credits_per_1000_characters: 1,
  max_characters,
  locales: null,
  is_default: true,
});
const split = (text: string, max: number) =>
  splitParts(text, { locale: 'en-us', model_details: model(max), split: splitSentences });
const tagsOf = (text: string) => speechPieces(text, 'en-us').filter(({ kind }) => kind !== 'text').length;

test('a text in parts keeps every tag whole, whatever it contains', () => {
  const sentence =
    'He met <sub alias="Mr. Holmes. Yes, that one! Indeed.">H.</sub> at noon. <break time="1.5 s"/> Then he left. ';
  const text = sentence.repeat(12).trim();
  for (const max of [70, 90, 120, 200, 500]) {
    const parts = split(text, max);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.reduce((sum, part) => sum + tagsOf(part), 0)).toBe(36);
    for (const part of parts) expect([...part].length).toBeLessThanOrEqual(max);
  }
});

test('a tag longer than the limit is split like any text', () => {
  const parts = split(`<sub alias="${'a'.repeat(200)}">A</sub> is short.`, 50);
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(50);
});

test('a part has the other parts as context, and at its ends the context of the text', () => {
  const context = { previous: 'Before.', next: 'After.' };
  const parts = ['One <b>two</b>.', 'Three.'];
  expect(parts.map((_, index) => partContext(parts, index, context))).toEqual([
    { previous: 'Before.', next: 'Three.' },
    { previous: 'One two.', next: 'After.' },
  ]);
  expect(partContext(parts, 0, undefined)).toBeUndefined();
});
