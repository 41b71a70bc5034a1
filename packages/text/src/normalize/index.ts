import { applyChanges, spaceOut } from './changes.ts';
import { composeLetters } from './composed.ts';
import { hasRules, languageFor } from './languages.ts';
import { cover, findMarkup, foldWidth, MASK, TAKEN } from './markup.ts';
import { LEFT_TO_VOICE } from './partial.ts';
import {
  type Change,
  type Found,
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

/** A match can prevent a match next to it (`0www.example.com`), so the rest is searched again. */
const MAX_ROUNDS = 8;
/** The number of characters around a match that a rule gets. */
const CONTEXT = 40;
const DIGIT = /\d/;
/** Markup, and text that another rule has read. */
const CLOSED = new RegExp(`[${MASK}${TAKEN}]`);

/**
 * The spoken form of a text: numbers, dates, amounts and the like become words of the locale's language.
 * Markup and placeholders are never read. Words that a rule returns are never read by another rule.
 */
export function normalizeText(text: string, locale: string, options: NormalizeOptions = {}): Normalized {
  const { date_order = 'auto', telephone = 'auto', currency = null } = options;
  const language = languageFor(locale, { date_order, telephone, currency });
  const composed = composeLetters(text);
  const changes = composed.place(findChanges(composed.text, language, options));
  return { spoken: applyChanges(text, changes), changes, supported: hasRules(locale) };
}

function findChanges(text: string, language: Language, options: NormalizeOptions): Change[] {
  const markup = findMarkup(text);
  const readable = cover(foldWidth(text), markup);
  const kinds = new Set(options.kinds ?? NORMALIZER_KINDS);
  const changes: Change[] = [];
  for (const { start, end, spoken, kind } of findClaims(readable, language)) {
    const written = text.slice(start, end);
    if (kinds.has(kind) && written !== spoken) changes.push({ start, end, written, spoken, kind });
  }
  if (options.keep_markup === false) {
    for (const { start, end, tag } of markup)
      if (tag) changes.push({ start, end, written: text.slice(start, end), spoken: '', kind: 'markup' });
    changes.sort((one, other) => one.start - other.start);
  }
  return spaceOut(text, changes, language);
}

/** What a rule reads. */
interface Claim extends Omit<Change, 'kind'> {
  kind: NormalizerKind;
}

/**
 * The matches of each rule, in rule order. What a rule has matched is closed: no rule reads it again, and none reads
 * the words that it becomes. Rules of disabled kinds also match; otherwise, an unchanged date would be read as three
 * numbers.
 */
function findClaims(readable: string, language: Language): Claim[] {
  const { rules } = language;
  const read = (part: string) => applyChanges(part, spaceOut(part, findClaims(part, language), language));
  const claims: Claim[] = [];
  let open = readable;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = claims.length;
    let digits = DIGIT.test(open);
    for (const rule of rules) {
      if (rule.digits && !digits) continue;
      const found = findWith(rule, open, read);
      if (found.length === 0) continue;
      for (const claim of found) claims.push(claim);
      open = cover(open, found, TAKEN);
      digits = DIGIT.test(open);
    }
    if (claims.length === before) break;
  }
  return claims.sort((one, other) => one.start - other.start);
}

function findWith(rule: Rule, text: string, read: Found['read']): Claim[] {
  const claims: Claim[] = [];
  for (const match of matchesOf(rule.pattern, text)) {
    const [written] = match;
    if (written === '' || CLOSED.test(written)) continue;
    const [start, end] = [match.index, match.index + written.length];
    const before = text.slice(Math.max(0, start - CONTEXT), start);
    const after = text.slice(end, end + CONTEXT);
    const spoken = rule.say({ text: written, groups: match.groups ?? {}, before, after, read });
    if (spoken !== undefined) claims.push({ start, end, written, spoken, kind: rule.kind });
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
