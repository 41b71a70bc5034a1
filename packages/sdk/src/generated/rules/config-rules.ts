// Copied from packages/contract/src/rules by scripts/gen.ts. Do not edit.

import { NOT_A_LOCALE, normalizeLocale } from './locale.ts';

/** A problem of a value. `path` begins below the value. */
export type ValueProblem = { path: string[]; message: string };

/** The maximum number of files of one `source_audio`. */
export const MAX_RECORDINGS = 1_000;

/** Scripts of recordings, by file name. */
export function recordingsProblem(scripts: object): ValueProblem | undefined {
  if (Object.keys(scripts).length <= MAX_RECORDINGS) return undefined;
  return { path: [], message: `Must have at most ${MAX_RECORDINGS} files.` };
}

/** The maximum of placeholder values of a generator and its characters. */
export const MAX_PLACEHOLDER_VALUES = 1_000;
/** The maximum number of characters in all of them together. */
export const MAX_PLACEHOLDER_CHARACTERS = 100_000;

type Speaking = {
  placeholder_values?: object | undefined;
  voices_by_character?: Record<string, { placeholder_values?: object | undefined }>;
};

/** The placeholder values of a generator and its characters: a text, or the texts of a locale. */
export function placeholderValuesOf({
  placeholder_values,
  voices_by_character = {},
}: Speaking): { path: string[]; key: string; value: string | Record<string, string> }[] {
  const placeholderValues: { path: string[]; key: string; value: string | Record<string, string> }[] = [];
  const add = (path: string[], values: object = {}) => {
    for (const [key, value] of Object.entries(values))
      placeholderValues.push({ path: [...path, key], key, value });
  };
  add(['placeholder_values'], placeholder_values);
  for (const [name, { placeholder_values: values }] of Object.entries(voices_by_character))
    add(['voices_by_character', name, 'placeholder_values'], values);
  return placeholderValues;
}

/** Placeholder values are limited, because they are spoken, billed and stored with every run. */
export function placeholderValuesProblem(config: Speaking): ValueProblem | undefined {
  const placeholderValues = placeholderValuesOf(config);
  const misplacedValue = placeholderValues.find(
    ({ key, value }) => typeof value !== 'string' && !normalizeLocale(key),
  );
  if (misplacedValue) return { path: misplacedValue.path, message: NOT_A_LOCALE };
  const texts = placeholderValues.flatMap(({ value }) =>
    typeof value === 'string' ? value : Object.values(value),
  );
  const problem = (message: string) => ({ path: ['placeholder_values'], message });
  if (texts.length > MAX_PLACEHOLDER_VALUES)
    return problem(`Must have at most ${MAX_PLACEHOLDER_VALUES} values, with those of the characters.`);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > MAX_PLACEHOLDER_CHARACTERS)
    return problem(`Must have at most ${MAX_PLACEHOLDER_CHARACTERS} characters in all values together.`);
  return undefined;
}

/** A config of mastering can set at most one target level. */
export function masteringLevelProblem(config: {
  loudness_lufs?: unknown;
  rms_dbfs?: unknown;
}): ValueProblem | undefined {
  if (typeof config.loudness_lufs !== 'number' || typeof config.rms_dbfs !== 'number') return undefined;
  return {
    path: ['rms_dbfs'],
    message: 'Must not be combined with loudness_lufs.',
  };
}

/** Limits of a speaking rate; null means the norm of the locale. */
export function syllableRatesProblem(config: {
  min_syllables_per_second?: number | null;
  max_syllables_per_second?: number | null;
}): ValueProblem | undefined {
  const { min_syllables_per_second: minRate, max_syllables_per_second: maxRate } = config;
  if ((minRate ?? 0) <= (maxRate ?? Number.POSITIVE_INFINITY)) return undefined;
  return {
    path: ['min_syllables_per_second'],
    message: 'Must not be greater than max_syllables_per_second.',
  };
}

const problem = (message: string | undefined): ValueProblem | undefined =>
  message === undefined ? undefined : { path: [], message };

/** The placeholders of file patterns. */
export const FILE_PATTERN_PLACEHOLDERS = [
  'locale',
  'character',
  'line_id',
  'line_index',
  'workflow',
  'run',
  'voice',
  'ext',
] as const;

/** The problem of a file pattern, or undefined if it is valid. */
export function filePatternProblem(pattern: string): string | undefined {
  if (pattern.includes('\\')) return 'Must separate folders with /, not with a backslash.';
  if (pattern.startsWith('/') || /^[a-z]:/i.test(pattern)) return 'Must be a relative path.';
  const segments = pattern.split('/');
  if (segments.includes('..') || segments.includes('.')) return 'Must not contain . or .. segments.';
  if (segments.includes('')) return 'Must not contain empty segments.';
  if (/\p{Cc}/u.test(pattern)) return 'Must not contain control characters.';
  const knownNames: readonly string[] = FILE_PATTERN_PLACEHOLDERS;
  const names = [...pattern.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  const unknownName = names.find((name) => !knownNames.includes(name));
  if (unknownName !== undefined)
    return `{${unknownName}} is not a placeholder. Allowed: {${knownNames.join('}, {')}}.`;
  if (/[{}]/.test(pattern.replaceAll(/\{[^{}]*\}/g, ''))) return 'Must not contain unmatched braces.';
  return undefined;
}

/** A rule that JSON Schema cannot state; schemas name it in `rule`. */
export type ValueRule = {
  /** The problem of a value of the right type and size. */
  problem?: (value: never) => ValueProblem | undefined;
  /** Converts a value to its stored form. */
  normalize?: (value: string) => string;
  /** Whether the text is trimmed before its length is checked. */
  trim?: true;
};

/** The rules by their names. */
export const VALUE_RULES: Readonly<Record<string, ValueRule>> = {
  trimmed: { trim: true },
  locale: {
    problem: (code: string) => problem(normalizeLocale(code) === undefined ? NOT_A_LOCALE : undefined),
    normalize: (code) => normalizeLocale(code) ?? code,
  },
  file_pattern: { problem: (pattern: string) => problem(filePatternProblem(pattern)) },
  recordings: { problem: recordingsProblem },
  syllable_rates: { problem: syllableRatesProblem },
  mastering_level: { problem: masteringLevelProblem },
  placeholder_values: { problem: placeholderValuesProblem },
};
