import { DateOrder, TelephoneReading } from '@voiceloom/contract';
import { describe, expect, test } from 'vitest';
import { type NormalizeOptions, normalizeText } from './support/normalize.ts';

const said = (text: string, locale: string, options: NormalizeOptions = {}) =>
  normalizeText(text, locale, options).spoken;

describe('ambiguous text', () => {
  test('has dates in the order of the locale, or in the selected one', () => {
    const date = '3/4/2024';
    expect(said(date, 'en-us')).toBe('March fourth, twenty twenty-four');
    expect(said(date, 'en-us', { date_order: 'dmy' })).toBe('April third, twenty twenty-four');
    expect(said(date, 'en-gb')).toBe('the third of April, twenty twenty-four');
    expect(said(date, 'en-gb', { date_order: 'mdy' })).toBe('the fourth of March, twenty twenty-four');
    expect(said(date, 'es-es')).toBe('tres de abril de dos mil veinticuatro');
    expect(said(date, 'fr-fr', { date_order: 'mdy' })).toBe('quatre mars deux mille vingt-quatre');
    expect(said('24/03/04', 'it-it', { date_order: 'ymd' })).toBe('quattro marzo duemilaventiquattro');
  });

  test('has day and month swapped in a date that does not exist otherwise', () => {
    expect(said('13/5/2024', 'en-us')).toBe('May thirteenth, twenty twenty-four');
    expect(said('5/13/2024', 'en-gb')).toBe('the thirteenth of May, twenty twenty-four');
  });

  test('has telephone numbers in the usual form of the locale, or in the selected one', () => {
    expect(said('555-1234', 'en-us')).toBe('five five five, one two three four');
    expect(said('555-1234', 'en-us', { telephone: 'grouped' })).toBe('five fifty-five, twelve thirty-four');
    expect(said('01 23 45 67 89', 'fr-fr')).toBe(
      'zéro un, vingt-trois, quarante-cinq, soixante-sept, quatre-vingt-neuf',
    );
    expect(said('01 23 45 67 89', 'fr-fr', { telephone: 'digits' })).toBe(
      'zéro un, deux trois, quatre cinq, six sept, huit neuf',
    );
  });

  test('has a sign of several currencies as that of the locale, or as the selected one', () => {
    expect(said('$5.50', 'en-us')).toBe('five dollars and fifty cents');
    expect(said('$5.50', 'en-us', { currency: 'CAD' })).toBe('five Canadian dollars and fifty cents');
    expect(said('$5', 'en-us', { currency: 'MXN' })).toBe('five Mexican pesos');
    expect(said('¥5', 'de-de', { currency: 'CNY' })).toMatch(/^fünf /);
    expect(said('$5', 'ja-jp', { currency: 'CAD' })).toMatch(/カナダ ?ドル/);
    expect(said('€5', 'en-us', { currency: 'CAD' })).toBe('five euros');
  });

  test('is described in the contract', () => {
    for (const date_order of DateOrder.options)
      expect(said('3/4/2024', 'en', { date_order })).toMatch(/twenty-four$/);
    for (const telephone of TelephoneReading.options)
      expect(said('555-1234', 'en', { telephone })).toMatch(/^five/);
  });
});
