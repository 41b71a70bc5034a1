import { expect, test } from 'vitest';
import * as text from '../src/index.ts';
import { SHAPES } from './support/growth.ts';
import { WORK } from './support/text-work.ts';

// `linear.growth.test.ts` measures growth. These tests find work that never ends.

const exported = Object.entries(text).filter(([, value]) => typeof value === 'function');

test('every exported function is measured', () => {
  expect(Object.keys(WORK).sort()).toEqual(exported.map(([name]) => name).sort());
});

/** The CPU time of a call in seconds, so that other processes do not count. */
async function cpuSeconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  try {
    await work();
  } catch {
    // An error about the text is a result like any other.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

const AWKWARD = SHAPES.filter((_, at) => at % 13 === 1);
const ways = Object.entries(WORK).flatMap(([name, own]) =>
  Object.entries(own).map(([way, work]) => [`${name} (${way})`, work] as const),
);

test.each(ways)('%s ends soon on awkward texts', async (_, work) => {
  for (const shape of AWKWARD) {
    const seconds = await cpuSeconds(() => work(shape.make(3_000)));
    expect(seconds, shape.name).toBeLessThan(4);
  }
});

const speak = (written: string): unknown => text.speechText(written, { locale: 'en' });

// Quadratic work on texts of this length takes more than ten times the limit.
test.each<[string, (written: string) => unknown, string]>([
  ['a name that never ends', speak, `<A${'A'.repeat(499_997)}<`],
  ['names that never end', speak, `<${'A'.repeat(2_500)}`.repeat(200)],
  ['names in quotation marks', speak, `<A "${'a'.repeat(1_990)}">`.repeat(250)],
  ['quotation marks before the end', text.pseudoTranslate, `${'"'.repeat(400_000)}x!`],
  ['periods inside a text', text.pseudoTranslate, `x${'.'.repeat(400_000)}x`],
  ['numbers of a transcript', (written) => text.tokenize(written, 'en-us'), '3 '.repeat(10_000)],
  ['brackets around phonemes', (written) => text.phonemeTag(written, 'a'), `${']'.repeat(400_000)}x`],
])('%s take no more than linear time', async (_, work, written) => {
  expect(await cpuSeconds(() => work(written))).toBeLessThan(4);
});
