import { describe, expect, test } from 'vitest';
import { normalizeText } from './support/normalize.ts';

const said = (text: string, locale: string) => normalizeText(text, locale).spoken;

describe('a regional variant of a locale', () => {
  test('is read by the rules of its language', () => {
    expect(said('12 %', 'de')).toBe('zwölf Prozent');
    expect(said('on 4/7/2026', 'en-au')).toBe('on the fourth of July, twenty twenty-six');
    expect(said('101 dogs', 'en-nz')).toBe('one hundred and one dogs');
  });

  test('has the separators of its own region (CLDR)', () => {
    expect(said('1,234.5', 'es-mx')).toBe('mil doscientos treinta y cuatro punto cinco');
    expect(said('1.234,5', 'es-es')).toBe('mil doscientos treinta y cuatro coma cinco');
    expect(said('1’234.50', 'de-ch')).toBe('eintausendzweihundertvierunddreißig Komma fünf null');
    expect(said('1 234,5', 'de-at')).toBe('eintausendzweihundertvierunddreißig Komma fünf');
    expect(said('1 234,5', 'fr-ca')).toBe('mille deux cent trente-quatre virgule cinq');
  });

  test('has its own words where they differ', () => {
    expect(said('$5', 'es-mx')).toBe('cinco pesos');
    expect(said('$5', 'es-es')).toBe('cinco dólares');
    expect(said('$1,234.50 MXN', 'es-mx')).toBe(
      'mil doscientos treinta y cuatro pesos mexicanos con cincuenta centavos',
    );
    expect(said('el 1 de mayo', 'es-mx')).toBe('el primero de mayo');
    expect(said('Press #', 'en-gb')).toBe('Press hash');
    expect(said('Tecle #', 'pt-pt')).toBe('Tecle cardinal');
    expect(said('16 km', 'pt-pt')).toBe('dezasseis quilómetros');
    expect(said('5,50 €', 'pt-pt')).toBe('cinco euros e cinquenta cêntimos');
    expect(said('1.000.000.000', 'pt-pt')).toBe('mil milhões');
    expect(said('71 ans, 95 €', 'fr-be')).toBe('septante et un ans, nonante-cinq euros');
    expect(said('91 pages', 'fr-ch')).toBe('nonante et une pages');
    expect(said('70, 79, 80, 81, 1991', 'fr-ch')).toBe(
      'septante, septante-neuf, quatre-vingts, quatre-vingt-un, mille neuf cent nonante et un',
    );
    expect(said('le 71e, le 90e, la 95e', 'fr-be')).toBe(
      'le septante et unième, le nonantième, la nonante-cinquième',
    );
    expect(said('71', 'fr-ca')).toBe('soixante et onze');
    expect(said('20000個', 'zh-tw')).toBe('兩萬個');
    expect(said('2:30', 'zh-hk')).toBe('兩點三十分');
  });
});
