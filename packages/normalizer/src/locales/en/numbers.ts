import * as british from 'n2words/en-GB';
import * as american from 'n2words/en-US';

const VARIETIES = { american, british };

export type English = keyof typeof VARIETIES;

/** A whole number in British or American words. */
export function cardinal(value: number, english: English): string {
  return VARIETIES[english].toCardinal(value);
}

const IRREGULAR: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/**
 * The cardinal with its last word as an ordinal: `one hundred and first`. The library's British ordinals lack
 * the `and`.
 */
export function ordinal(value: number, english: English): string {
  return cardinal(value, english).replace(
    /(?<![a-z])[a-z]+$/,
    (last) => IRREGULAR[last] ?? `${last}th`.replace(/yth$/, 'ieth'),
  );
}

/** The words of a year: `nineteen eighty-four`, `nineteen oh five`, `two thousand one`, `twenty twenty-six`. */
export function year(value: number, english: English): string {
  const [century, yearInCentury] = [Math.floor(value / 100), value % 100];
  if (value < 1000 || value > 9999 || (value % 1000 < 10 && value >= 2000) || value % 1000 === 0)
    return cardinal(value, english);
  const centuryWords = cardinal(century, english);
  if (yearInCentury === 0) return `${centuryWords} hundred`;
  if (yearInCentury < 10) return `${centuryWords} oh ${cardinal(yearInCentury, english)}`;
  return `${centuryWords} ${cardinal(yearInCentury, english)}`;
}

/** `nineteen eighties`, `two thousands`. */
export function decade(value: number, english: English): string {
  return `${year(value, english)}s`.replace(/ys$/, 'ies');
}

/**
 * The words of a house, room or flight number: `one twenty-three`, `sixteen hundred`, `twelve oh five`. Digit by digit
 * if it is long or begins with zero.
 */
export function inPairs(digits: string, english: English): string {
  if (digits.length > 4 || (digits.length > 1 && digits.startsWith('0')))
    return digitByDigit(digits, english);
  const value = Number(digits);
  const [hundredCount, remainder] = [Math.floor(value / 100), value % 100];
  // `one thousand one` rather than `ten oh one`.
  if (hundredCount === 0 || value % 1000 < 10) return cardinal(value, english);
  const hundreds = cardinal(hundredCount, english);
  if (remainder === 0) return `${hundreds} hundred`;
  return `${hundreds} ${remainder < 10 ? 'oh ' : ''}${cardinal(remainder, english)}`;
}

/** `105` as `one zero five`. */
export function digitByDigit(digits: string, english: English): string {
  return Array.from(digits, (digit) => cardinal(Number(digit), english)).join(' ');
}
