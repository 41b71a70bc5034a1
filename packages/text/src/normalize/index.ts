import { applyChanges, compose, spaceOut } from './changes.ts';
import { findClaims } from './claims.ts';
import { languageFor } from './languages.ts';
import { cover, findMarkup, foldWidth } from './markup.ts';
import {
  type Change,
  type Language,
  NORMALIZER_KINDS,
  type Normalized,
  type NormalizeOptions,
  type NormalizerKind,
} from './types.ts';

export { NORMALIZER_KINDS, type Normalized, type NormalizeOptions, type NormalizerKind };

/** A match can prevent a match next to it (`0www.example.com`), so the result is processed again. */
const MOST_ROUNDS = 8;

/**
 * The spoken form of a text: numbers, dates, amounts and the like become words of the locale's language.
 * Markup and placeholders are never read. Idempotent, so that both sides of a comparison can be normalized.
 */
export function normalizeText(text: string, locale: string, options: NormalizeOptions = {}): Normalized {
  const language = languageFor(locale);
  if (!language) return { spoken: text, changes: [], supported: false };
  let changes = findChanges(text, language, options);
  let spoken = applyChanges(text, changes);
  for (let round = 1; round < MOST_ROUNDS && changes.length > 0; round++) {
    const more = findChanges(spoken, language, options);
    if (more.length === 0) break;
    changes = compose(text, changes, more);
    spoken = applyChanges(spoken, more);
  }
  return { spoken, changes, supported: true };
}

function findChanges(text: string, language: Language, options: NormalizeOptions): Change[] {
  const markup = findMarkup(text);
  const readable = cover(foldWidth(text), markup);
  const kinds = new Set(options.kinds ?? NORMALIZER_KINDS);
  const changes: Change[] = findClaims(readable, language, kinds).flatMap(
    ({ start, end, spoken, kind, silent }) => {
      const written = text.slice(start, end);
      return silent || written === spoken ? [] : [{ start, end, written, spoken, kind }];
    },
  );
  if (options.keep_markup === false) {
    for (const { start, end, tag } of markup)
      if (tag) changes.push({ start, end, written: text.slice(start, end), spoken: '', kind: 'markup' });
    changes.sort((one, other) => one.start - other.start);
  }
  return spaceOut(text, changes, language.spacing);
}
