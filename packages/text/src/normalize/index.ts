import { applyChanges, compose, spaceOut } from './changes.ts';
import { hasRules, languageFor } from './languages.ts';
import { cover, findMarkup, foldWidth, TAKEN } from './markup.ts';
import { LEFT_TO_VOICE } from './partial.ts';
import {
  type Change,
  type Language,
  NORMALIZER_KINDS,
  type Normalized,
  type NormalizeOptions,
  type NormalizerKind,
  type Rule,
} from './types.ts';

export { NORMALIZER_KINDS, type Normalized, type NormalizeOptions, type NormalizerKind };

/** Whether a line has digits or signs that the voice must read, because its language has no rules for them. */
export function leavesToVoice(text: string, locale: string): boolean {
  if (hasRules(locale) || !LEFT_TO_VOICE.test(text)) return false;
  const { spoken } = normalizeText(text, locale);
  return LEFT_TO_VOICE.test(cover(spoken, findMarkup(spoken)));
}

/** A match can prevent a match next to it (`0www.example.com`), so the result is processed again. */
const MOST_ROUNDS = 8;
/** The number of characters around a match that a rule gets. */
const CONTEXT = 40;
const DIGIT = /\d/;

/**
 * The spoken form of a text: numbers, dates, amounts and the like become words of the locale's language.
 * Markup and placeholders are never read. Idempotent, so that both sides of a comparison can be normalized.
 */
export function normalizeText(text: string, locale: string, options: NormalizeOptions = {}): Normalized {
  const { date_order = 'auto', telephone = 'auto', currency = null } = options;
  const language = languageFor(locale, { date_order, telephone, currency });
  let changes = findChanges(text, language, options);
  let spoken = applyChanges(text, changes);
  for (let round = 1; round < MOST_ROUNDS && changes.length > 0; round++) {
    const more = findChanges(spoken, language, options);
    if (more.length === 0) break;
    changes = compose(text, changes, more);
    spoken = applyChanges(spoken, more);
  }
  return { spoken, changes, supported: hasRules(locale) };
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
  return spaceOut(text, changes, language);
}

interface Claim extends Change {
  /** Whether a disabled rule claimed it, so that it stays unchanged. */
  silent: boolean;
}

/**
 * The matches of each rule, in rule order. Later rules do not see what an earlier rule matched. A disabled
 * rule also claims its matches; otherwise, an unchanged date would be read as three numbers.
 */
function findClaims(readable: string, { rules }: Language, kinds: ReadonlySet<NormalizerKind>): Claim[] {
  const claims: Claim[] = [];
  let open = readable;
  let digits = DIGIT.test(open);
  for (const rule of rules) {
    if (rule.digits && !digits) continue;
    const found = findWith(rule, open, !kinds.has(rule.kind));
    if (found.length === 0) continue;
    for (const claim of found) claims.push(claim);
    open = cover(open, found, TAKEN);
    digits = DIGIT.test(open);
  }
  return claims.sort((one, other) => one.start - other.start);
}

function findWith(rule: Rule, text: string, silent: boolean): Claim[] {
  const claims: Claim[] = [];
  for (const match of matchesOf(rule.pattern, text)) {
    const [written] = match;
    const [start, end] = [match.index, match.index + written.length];
    const before = text.slice(Math.max(0, start - CONTEXT), start);
    const after = text.slice(end, end + CONTEXT);
    const spoken = rule.say({ text: written, groups: match.groups ?? {}, before, after });
    if (spoken === undefined || written === '') continue;
    claims.push({ start, end, written, spoken, kind: rule.kind, silent });
  }
  return claims;
}

/** Like `text.matchAll`, but without its copy of the pattern, which takes longer than the search of a short text. */
function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    matches.push(match);
    if (match[0] === '') pattern.lastIndex += 1;
  }
  return matches;
}
