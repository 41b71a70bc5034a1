import { applyChanges, findClaims } from './claims.ts';
import { languageFor } from './languages.ts';
import { cover, findMarkup, foldWidth } from './markup.ts';
import {
  type Change,
  NORMALIZER_KINDS,
  type Normalized,
  type NormalizeOptions,
  type NormalizerKind,
} from './types.ts';

export { NORMALIZER_KINDS, type Normalized, type NormalizeOptions, type NormalizerKind };

/**
 * The text as it is spoken: numbers, dates, amounts and the like as words of the locale's language. Markup and
 * placeholders are never read. What is normalized already stays as it is, so both sides of a comparison of texts
 * can be put through it.
 */
export function normalizeText(text: string, locale: string, options: NormalizeOptions = {}): Normalized {
  const language = languageFor(locale);
  if (!language) return { spoken: text, changes: [], supported: false };
  const markup = findMarkup(text);
  const readable = cover(foldWidth(text), markup);
  const kinds = new Set(options.kinds ?? NORMALIZER_KINDS);
  const claims = findClaims(readable, language, kinds).filter((claim) => !claim.silent);
  const changes: Change[] = claims.flatMap(({ start, end, spoken, kind }) => {
    const written = text.slice(start, end);
    return written === spoken ? [] : [{ start, end, written, spoken, kind }];
  });
  if (options.keep_markup === false) {
    for (const { start, end, tag } of markup)
      if (tag) changes.push({ start, end, written: text.slice(start, end), spoken: '', kind: 'markup' });
    changes.sort((one, other) => one.start - other.start);
  }
  const spoken = changes.length === 0 ? text : applyChanges(text, changes, language.spaced);
  return { spoken, changes, supported: true };
}
