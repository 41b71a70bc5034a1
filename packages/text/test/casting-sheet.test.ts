import { describe, expect, test } from 'vitest';
import { readCastingSheet } from '../src/index.ts';

const read = (text: string, format = 'csv') => readCastingSheet(new TextEncoder().encode(text), format);
const NONE = { locale: null, provider: null, model: null, speed: null, pitch: null };

describe('a casting sheet', () => {
  test('accepts its columns in any order and spelling, next to others', () => {
    const text = 'Notes;Voice Name;LANGUAGE;Character-Name;Pitch\nloud;Rita;de_AT;Ada;+1.5\n';
    expect(read(text)).toEqual({
      errors: [],
      rows: [{ ...NONE, row: 2, character: 'Ada', voice: 'Rita', locale: 'de-at', pitch: 1.5 }],
    });
  });

  test('counts rows like a spreadsheet, including blank ones', () => {
    const { rows } = read('character,voice\n\nAda,Rita\n"Bob\nthe second",Rita\n,,\nCid,Rita\n');
    expect(rows.map(({ row, character }) => [row, character])).toEqual([
      [3, 'Ada'],
      [4, 'Bob\nthe second'],
      [6, 'Cid'],
    ]);
  });

  test('may contain names that a spreadsheet would read as formulas', () => {
    expect(read("character,voice\n'=Ada,Rita\n").rows[0]?.character).toBe('=Ada');
  });

  test('may cast a character named like a built-in property of JavaScript', () => {
    expect(read('character,voice\n__proto__,Rita\nconstructor,Rita\n').rows).toHaveLength(2);
  });

  test('names a cell that is too long, and is rejected if it has too many rows', () => {
    expect(read(`character,voice\n${'a'.repeat(201)},Rita\n`).errors).toEqual([
      { row: 2, column: 'character', message: 'The cell must have at most 200 characters.' },
    ]);
    const rows = Array.from({ length: 10_001 }, (_, index) => `c${index},Rita`).join('\n');
    expect(() => read(`character,voice\n${rows}\n`)).toThrow('at most 10000 rows');
  });
});
