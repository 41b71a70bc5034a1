import { describe, expect, test } from 'vitest';
import { leavesToVoice, normalizeText } from './support/normalize.ts';

const said = (text: string, locale: string) => normalizeText(text, locale).spoken;

/** Unicode CLDR 48, rule-based number formats: `spellout-numbering`, or the masculine form (cs, hr, sr). */
const SPELLED_OUT: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['cs', { 24: 'dvacet čtyři', 642: 'šest set čtyřicet dva', 101: 'sto jeden' }],
  ['da', { 67: 'syvogtres', 58: 'otteoghalvtreds' }],
  ['el', { 24: 'είκοσι τέσσερα', 642: 'εξακόσια σαράντα δύο', 101: 'εκατόν ένα' }],
  ['fa', { 24: 'بیست و چهار', 642: 'ششصد و چهل و دو', 101: 'صد و یک' }],
  ['fi', { 24: 'kaksikymmentäneljä', 642: 'kuusisataaneljäkymmentäkaksi', 101: 'satayksi' }],
  ['hr', { 24: 'dvadeset i četiri', 642: 'šeststo četrdeset i dva', 101: 'sto jedan' }],
  ['hu', { 24: 'huszonnégy', 642: 'hatszáznegyvenkettő', 102: 'százkettő' }],
  ['id', { 24: 'dua puluh empat', 642: 'enam ratus empat puluh dua', '12.000': 'dua belas ribu' }],
  ['lt', { 24: 'dvidešimt keturi', 642: 'šeši šimtai keturiasdešimt du', 101: 'šimtas vienas' }],
  ['lv', { 67: 'sešdesmit septiņi' }],
  ['ms', { 24: 'dua puluh empat', 642: 'enam ratus empat puluh dua', 0: 'kosong' }],
  ['nb', { 24: 'tjuefire', 642: 'seks hundre og førtito', 101: 'hundre og én' }],
  ['nl', { 24: 'vierentwintig', 642: 'zeshonderdtweeënveertig', 101: 'honderdeen' }],
  ['pl', { 24: 'dwadzieścia cztery', 642: 'sześćset czterdzieści dwa', 5000: 'pięć tysięcy' }],
  ['ru', { 24: 'двадцать четыре', 642: 'шестьсот сорок два', 21000: 'двадцать одна тысяча' }],
  ['sr', { 24: 'двадесет и четири', 642: 'шестсто четрдесет и два', 901: 'деветсто један' }],
  ['sv', { 24: 'tjugofyra', 642: 'sexhundrafyrtiotvå', 101: 'etthundraett' }],
  ['sw', { 24: 'ishirini na nne', 642: 'mia sita na arobaini na mbili', 101: 'mia moja na moja' }],
  ['th', { 24: 'ยี่สิบสี่', 642: 'หกร้อยสี่สิบสอง', '10,101': 'หนึ่งหมื่นหนึ่งร้อยหนึ่ง' }],
  ['tr', { 24: 'yirmi dört', 642: 'altı yüz kırk iki', 0: 'sıfır' }],
  ['uk', { 24: 'двадцять чотири', 642: 'шістсот сорок два', 6: 'шість' }],
  ['vi', { 24: 'hai mươi tư', 642: 'sáu trăm bốn mươi hai', 101: 'một trăm lẻ một' }],
];

describe('a language without rules of its own', () => {
  test.each(SPELLED_OUT)('says whole numbers as CLDR spells them out: %s', (language, numbers) => {
    for (const [written, words] of Object.entries(numbers))
      expect(said(`– ${written} –`, language), written).toBe(`– ${words} –`);
  });

  test('leaves everything except plain whole numbers to the voice', () => {
    for (const [locale, text] of [
      ['pl-pl', 'Rok 1984, 5 maja, 2. miejsce, 3,5 kg, 10 000 zł, $5, 5 km, -5, 12:30, 600 123 456, B5'],
      ['ru-ru', '5 мая, 5 кг, 5 %, 3-й, 1/2, 5–6'],
      ['tr-tr', "5'te, 007"],
      ['hu-hu', 'május 5.'],
      ['sv-se', 'kapitel 1066 och 2030'],
      ['cy-gb', '12'],
      ['sr-latn-rs', '12'],
    ] as const) {
      const result = normalizeText(text, locale);
      expect(result).toEqual({ spoken: text, changes: [], supported: false });
      expect(leavesToVoice(text, locale)).toBe(true);
    }
  });

  test('drops marks that nobody reads, but not those of an expression', () => {
    expect(said('**Ważne**: snake_case', 'pl-pl')).toBe('Ważne: snake case');
    expect(said('~5 a 2^3', 'xx')).toBe('~5 a 2^3');
  });

  test('is reported only where the voice must read digits or symbols', () => {
    expect(leavesToVoice('Mam 12 psów i {count} <b>koty</b>.', 'pl-pl')).toBe(false);
    expect(leavesToVoice('Mam 12 % racji.', 'pl-pl')).toBe(true);
    expect(leavesToVoice('12 % is read.', 'en-us')).toBe(false);
  });
});
