import type { Noun } from './types.ts';

/** The signs that several currencies are written with, and their codes (Unicode CLDR, narrow symbols). */
const SIGNS: Readonly<Record<string, string>> = {
  $: 'USD ARS AUD BBD BMD BND BSD BZD CAD CLP COP CUP DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD SRD TTD TWD UYU XCD',
  '¥': 'JPY CNY',
  '£': 'GBP EGP FKP GIP LBP SHP SSP SYP',
  kr: 'SEK DKK ISK NOK',
};

/** The shared sign that represents the chosen currency. */
export function chosenSign(currency: string | null): string | undefined {
  if (currency === null) return undefined;
  return Object.keys(SIGNS).find((sign) => SIGNS[sign]?.split(' ').includes(currency));
}

/** The singular and plural names of a currency (Unicode CLDR). */
export function currencyNames(locale: string, currency: string): Noun {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    maximumFractionDigits: 0,
  });
  const getName = (value: number): string =>
    format.formatToParts(value).find(({ type }) => type === 'currency')?.value ?? currency;
  return [getName(1), getName(5)];
}
