import type { Noun } from '../types.ts';

/** A table with several spellings in a key, separated by spaces: `{ 's sec': 'second' }`. */
export function spelled<T>(table: Readonly<Record<string, T>>): Record<string, T> {
  const rows = Object.entries(table).flatMap(([spellings, value]) =>
    spellings.split(' ').map((spelling) => [spelling, value] as const),
  );
  return Object.fromEntries(rows);
}

/** A unit with its metric prefixes: `metric('m', { k: 'kilo' }, (prefix) => `${prefix}meter`)` has the key `km`. */
export function metric<T>(
  symbol: string,
  prefixes: Readonly<Record<string, string>>,
  name: (prefix: string) => T,
): Record<string, T> {
  const rows = Object.entries(prefixes).map(([sign, prefix]) => [`${sign}${symbol}`, name(prefix)] as const);
  return Object.fromEntries(rows);
}

/** Units per other units: `per({ km: … }, { h: 'pro Stunde' })` has the key `km/h`. */
export function per(
  units: Readonly<Record<string, Noun>>,
  phrases: Readonly<Record<string, string>>,
): Record<string, Noun> {
  const rows = Object.entries(units).flatMap(([unit, [one, many, gender]]) =>
    Object.entries(phrases).map(([of, phrase]): [string, Noun] => {
      const names = [`${one} ${phrase}`, `${many} ${phrase}`] as const;
      return [`${unit}/${of}`, gender === undefined ? names : [...names, gender]];
    }),
  );
  return Object.fromEntries(rows);
}

/** Adds the forms in capitals of units: `30 KM`. */
export function withCapitals(units: Readonly<Record<string, Noun>>): Record<string, Noun> {
  const rows = Object.entries(units).flatMap(([key, noun]) => {
    const upper = key.toUpperCase();
    return CAPITALS.has(upper) && !Object.hasOwn(units, upper) ? [[upper, noun] as const] : [];
  });
  return { ...units, ...Object.fromEntries(rows) };
}

const CAPITALS = new Set([
  'KM',
  'KG',
  'CM',
  'MM',
  'ML',
  'CL',
  'GHZ',
  'MHZ',
  'KHZ',
  'KWH',
  'KM/H',
  'KW',
  'HZ',
]);
