import { describe, expect, test } from 'vitest';
import { normalizeText } from './support/normalize.ts';

describe('letters with separate accents', () => {
  test.each([
    ['es-es', 'Lee 3 páginas más.', 'Lee tres páginas más.'],
    ['es-es', 'Él leyó 3 páginas (5 más) el día 2.', undefined],
    ['fr-fr', 'L’été, j’ai lu 21 pages à 8 h 30.', undefined],
    ['de-de', 'Für 3,50 € gibt’s 2 Äpfel.', undefined],
    ['pt-br', 'São 3 páginas às 10h.', undefined],
    ['en-us', 'Zoë paid $5 at the café on 5/6/2024.', undefined],
    ['ko-kr', '사과 3개를 5,000원에 샀다.', undefined],
    ['ja-jp', 'ガラスが3枚、5分で。', undefined],
  ])('are read as composed letters: %s %s', (locale, written, spoken) => {
    const composed = normalizeText(written, locale);
    const decomposed = normalizeText(written.normalize('NFD'), locale);
    expect(decomposed.spoken.normalize('NFC')).toBe(composed.spoken);
    if (spoken !== undefined) expect(composed.spoken).toBe(spoken);
  });

  test('a change is at its place in the written text', () => {
    const written = 'Él leyó 3 páginas más el día 2.'.normalize('NFD');
    const { changes } = normalizeText(written, 'es-es');
    expect(changes.map(({ written: own }) => own)).toEqual(['3', '2']);
    for (const { start, end, written: own } of changes) expect(written.slice(start, end)).toBe(own);
  });
});
