import { expect, test } from 'vitest';
import { findMisspellings } from '../src/screens/new/misspellings.ts';

const originals = (counts: Record<string, number>) =>
  findMisspellings(Object.entries(counts).map(([name, count]) => ({ name, count }))).map(
    ({ name, original }) => `${name.name} → ${original.name}`,
  );

test('a name similar to that of a speaker with more lines is reported as a misspelling', () => {
  expect(
    originals({
      ...{ Mira: 7, 'Captain Vex': 6, 'Old Tobin': 6, 'ÉLODIE B': 2 },
      ...{ MIra: 1, 'Captan Vex': 1, 'Old Tobbin': 1, 'élodie  b': 1 },
    }),
  ).toEqual(['MIra → Mira', 'Captan Vex → Captain Vex', 'Old Tobbin → Old Tobin', 'élodie  b → ÉLODIE B']);
});

test('two swapped letters are reported even in a short name', () => {
  expect(originals({ Anna: 12, Anan: 1, Ben: 9 })).toEqual(['Anan → Anna']);
  expect(originals({ Anna: 2, Anan: 1 })).toEqual([]);
});

test('similar names of real speakers are not reported as misspellings', () => {
  expect(originals({ Mara: 40, Mira: 2 })).toEqual([]);
  expect(originals({ Martin: 12, Marvin: 10 })).toEqual([]);
  expect(originals({ 'Guard 1': 30, 'Guard 2': 1 })).toEqual([]);
});
