import type { TestSchema } from './operation.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** The contract has words of its own for each pattern, which its document does not hold. */
export const OTHER_FORM = 'Not of the form that is asked for.';

const FORMATS: Record<string, { fits: (text: string) => boolean; message: string }> = {
  uuid: { fits: (text) => UUID.test(text), message: 'Not a UUID.' },
  uri: { fits: (text) => URL.canParse(text), message: 'An absolute URL is needed.' },
  'date-time': {
    fits: (text) => TIME.test(text) && !Number.isNaN(Date.parse(text)),
    message: 'An ISO 8601 datetime in UTC is needed.',
  },
  email: { fits: (text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text), message: 'An e-mail address is needed.' },
};

const LONGEST_LOCALE = 35;

/** Locale codes have no format in the document, but bounds and an example of their own. */
export const isLocale = ({ minLength, maxLength, examples }: TestSchema): boolean =>
  minLength === 2 && maxLength === LONGEST_LOCALE && String(examples) === 'en-us';

/** The lowercase form of a locale code; undefined where it is none. */
export function localeOf(code: string): string | undefined {
  const plain = code.trim().replaceAll('_', '-');
  if (plain.length > LONGEST_LOCALE || !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(plain)) return undefined;
  try {
    return Intl.getCanonicalLocales(plain)[0]?.toLowerCase();
  } catch {
    return undefined;
  }
}

/** What is wrong with a text, or undefined. */
export function faultOfText(schema: TestSchema, text: string): string | undefined {
  const {
    minLength = 0,
    maxLength = Infinity,
    pattern,
    format,
  } = schema as {
    minLength?: number;
    maxLength?: number;
    pattern?: string;
    format?: string;
  };
  const length = [...text].length;
  if (length < minLength) {
    return minLength === 1 ? 'Must not be empty.' : `Must have at least ${minLength} characters.`;
  }
  if (length > maxLength) return `Must have at most ${maxLength} characters.`;
  if (isLocale(schema) && localeOf(text) === undefined) return 'Not a BCP-47 locale code such as en-us.';
  const known = format === undefined ? undefined : FORMATS[format];
  if (known && !known.fits(text)) return known.message;
  // What has a format has a pattern only where the two mean the same.
  if (pattern !== undefined && !known && !new RegExp(pattern, 'u').test(text)) {
    return OTHER_FORM;
  }
  return undefined;
}

/** What is wrong with a number, or undefined. */
export function faultOfNumber(schema: TestSchema, value: number): string | undefined {
  const { minimum = -Infinity, maximum = Infinity } = schema as { minimum?: number; maximum?: number };
  if (value < minimum) return `Must be at least ${minimum}.`;
  return value > maximum ? `Must be at most ${maximum}.` : undefined;
}
