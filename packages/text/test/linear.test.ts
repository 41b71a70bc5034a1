import { expect, test } from 'vitest';
import { speechText } from '../src/markup/speech-text.ts';
import { pseudoTranslate } from '../src/translate/pseudo.ts';

const KILO = 1_000;

/** The CPU time of a call in milliseconds, so that other processes do not count. */
function cpuTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / KILO;
}

const speak = (text: string): unknown => speechText(text, { locale: 'en' });

// Quadratic work on texts of this length takes more than ten times the limit.
test.each<[string, (text: string) => unknown, string]>([
  ['a name that never ends', speak, `<A${'A'.repeat(499_997)}<`],
  ['names that never end', speak, `<${'A'.repeat(2_500)}`.repeat(200)],
  ['names in quotation marks', speak, `<A "${'a'.repeat(1_990)}">`.repeat(250)],
  ['quotation marks before the end', pseudoTranslate, `${'"'.repeat(400_000)}x!`],
  ['periods inside a text', pseudoTranslate, `x${'.'.repeat(400_000)}x`],
])('%s take no more than linear time', (_, work, text) => {
  expect(cpuTime(() => work(text))).toBeLessThan(2_000);
});
