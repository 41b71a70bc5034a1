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

/** Abbreviations that are written with their spaces and without them: `z. B.` and `z.B.`. */
export function loose(table: Readonly<Record<string, string>>): Record<string, string> {
  const rows = Object.entries(table).flatMap(([spaced, value]) => [
    [spaced, value],
    [spaced.replaceAll(' ', ''), value],
  ]);
  return Object.fromEntries(rows);
}

/** Abbreviations that are written with a small letter and, at the start of a sentence, with a capital one. */
export function inBothCases(table: Readonly<Record<string, string>>): Record<string, string> {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const rows = Object.entries(table).flatMap(([small, value]) => [
    [small, value],
    [capital(small), capital(value)],
  ]);
  return Object.fromEntries(rows);
}
