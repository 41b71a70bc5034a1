import type { Noun } from './types.ts';

/** The signs that several currencies are written with, and their codes (Unicode CLDR, narrow symbols). */
const SIGNS: Readonly<Record<string, string>> = {
  $: 'USD ARS AUD BBD BMD BND BSD BZD CAD CLP COP CUP DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD SRD TTD TWD UYU XCD',
  '¥': 'JPY CNY',
  '£': 'GBP EGP FKP GIP LBP SHP SSP SYP',
  kr: 'SEK DKK ISK NOK',
};

/** The signs that name the country of a dollar, a peso, a yuan or a pound (Unicode CLDR, symbols; usage). */
const NATIONAL_SIGNS: Readonly<Record<string, string>> = {
  USD: 'US$ $US',
  CAD: 'CA$ C$ CAN$ CDN$ $CA $CAN',
  AUD: 'AU$ A$ AUS$ $AU',
  NZD: 'NZ$',
  HKD: 'HK$',
  SGD: 'S$ SG$',
  TWD: 'NT$ TW$',
  JMD: 'J$ JA$',
  TTD: 'TT$',
  BBD: 'Bds$ BB$',
  BZD: 'BZ$',
  FJD: 'FJ$',
  NAD: 'N$',
  XCD: 'EC$',
  MXN: 'MX$ Mex$',
  ARS: 'AR$',
  CLP: 'CL$',
  COP: 'CO$ COL$',
  DOP: 'RD$',
  UYU: 'UY$ $U',
  BRL: 'R$ BR$',
  CNY: 'CN¥',
  JPY: 'JP¥',
  GBP: 'GB£',
};

/** The currency of each sign that names a country, and of each code with a sign: `CA$`, `CAD$`. */
export const NATIONAL_CURRENCIES: readonly (readonly [sign: string, currency: string])[] = Object.entries(
  NATIONAL_SIGNS,
).flatMap(([currency, signs]) =>
  [...signs.split(' '), `${currency}${/[$¥£]/.exec(signs)?.[0] ?? ''}`].map(
    (sign) => [sign, currency] as const,
  ),
);

/** The shared sign that represents the chosen currency. */
export function findSharedSign(currency: string | null): string | undefined {
  if (currency === null) return undefined;
  return Object.keys(SIGNS).find((sign) => SIGNS[sign]?.split(' ').includes(currency));
}

const toSentenceCase = (name: string): string =>
  name.replace(/^(?:Dólar(?:es)?|Pesos?|Rea(?:l|is))(?= )/, (word) => word.toLowerCase());

/** The singular and plural names of a currency (Unicode CLDR). */
export function getCurrencyNames(locale: string, currency: string): Noun {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    maximumFractionDigits: 0,
  });
  const getName = (value: number): string =>
    format.formatToParts(value).find(({ type }) => type === 'currency')?.value ?? currency;
  // Portuguese names begin with a capital letter in this list.
  return [toSentenceCase(getName(1)), toSentenceCase(getName(5))];
}
