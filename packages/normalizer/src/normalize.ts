import { applyChanges, fitChanges } from './changes.ts';
import { composeLetters } from './composed.ts';
import { findEmoji } from './emoji.ts';
import { getLanguage, hasRules } from './languages.ts';
import { cover, foldWidth, MASK, REMOVED, SPOKEN } from './markup.ts';
import { LEFT_TO_VOICE } from './partial.ts';
import {
  type Change,
  type Claim,
  type FindMarkup,
  type Language,
  type Match,
  NORMALIZER_KINDS,
  type Normalized,
  type NormalizeOptions,
  type Rule,
} from './types.ts';

const noMarkup: FindMarkup = () => [];

/** Whether a line has digits or signs that the voice must read, because its language has no rules for them. */
export function leavesToVoice(text: string, locale: string, markup: FindMarkup = noMarkup): boolean {
  if (hasRules(locale) || !LEFT_TO_VOICE.test(text)) return false;
  const words = normalizeText(text, locale, { markup }).spoken;
  return LEFT_TO_VOICE.test(cover(words, markup(words)));
}

/** A match can prevent a match next to it (`0www.example.com`), so the rest is searched again. */
const MAX_ROUNDS = 8;
/** The number of characters around a match that a rule gets. */
const CONTEXT = 40;
const DIGIT = /\d/;
const END_OF_TEXT = /^["”»’')\]]?\s*(?:$|\n)/;
/** Markup, and text that another rule has read. */
const CLOSED = new RegExp(`[${MASK}${SPOKEN}${REMOVED}]`);

/** Patterns compile on their second use, for texts with and without letters beyond Latin-1 separately. */
const COMPILED_BY = ['a0', 'a0', 'ā0', 'ā0'];

/**
 * Compiles the rules of a locale, one with each step, so that other work can run in between. Otherwise the first text
 * compiles all of them, which takes up to 0.3 seconds.
 */
export function* compileRules(locale: string, options: NormalizeOptions = {}): Generator<void> {
  for (const { pattern } of languageFor(locale, options).rules) {
    for (const text of COMPILED_BY) findAll(pattern, text);
    yield;
  }
}

/**
 * The spoken form of a text: numbers, dates, amounts and the like become words of the locale's language.
 * Markup and placeholders are never read. Words that a rule returns are never read by another rule.
 */
export function normalizeText(text: string, locale: string, options: NormalizeOptions = {}): Normalized {
  const composed = composeLetters(text);
  const changes = composed.place(findChanges(composed.text, locale, options));
  return { spoken: applyChanges(text, changes), changes, supported: hasRules(locale) };
}

function languageFor(
  locale: string,
  { date_order = 'auto', telephone = 'auto', currency = null }: NormalizeOptions,
): Language {
  return getLanguage(locale, { date_order, telephone, currency });
}

/**
 * What is spoken differently from how it is written, in order. Markup and emoji are covered first, so that no rule
 * reads them.
 */
function findChanges(text: string, locale: string, options: NormalizeOptions): Change[] {
  const { markup: findMarkup = noMarkup } = options;
  const language = languageFor(locale, options);
  const markup = findMarkup(text);
  const masked = cover(foldWidth(text), markup);
  const emoji = findEmoji(masked, locale);
  const readable = cover(masked, emoji, REMOVED);
  const kinds = new Set(options.kinds ?? NORMALIZER_KINDS);
  const changes: Change[] = [];
  const claims = sortByStart([...emoji, ...findClaims(readable, language)]);
  for (const claim of claims) {
    // Full-width letters and accents stay in the text as they were.
    const change = { ...claim, written: text.slice(claim.start, claim.end) };
    if (kinds.has(change.kind) && change.written !== change.spoken) changes.push(change);
  }
  if (options.keep_markup !== false) return fitChanges(text, changes, language);
  for (const { start, end, tag } of markup)
    if (tag) changes.push({ start, end, written: text.slice(start, end), spoken: '', kind: 'markup' });
  return fitChanges(text, sortByStart(changes), language);
}

const sortByStart = <T extends Change>(changes: T[]): T[] => changes.sort((a, b) => a.start - b.start);

/**
 * The matches of each rule, in rule order. What a rule has matched is closed: no rule reads it again, and none reads
 * the words that it becomes. Rules of disabled kinds also match; otherwise, an unchanged date would be read as three
 * numbers.
 */
function findClaims(readable: string, language: Language): Claim[] {
  const { rules } = language;
  const readPart = (part: string) =>
    applyChanges(part, fitChanges(part, sortByStart(findClaims(part, language)), language));
  const claims: Claim[] = [];
  let openText = readable;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const claimsBefore = claims.length;
    let hasDigits = DIGIT.test(openText);
    for (const rule of rules) {
      if (rule.digits && !hasDigits) continue;
      const matches = applyRule(rule, { open: openText, readable }, language, readPart);
      if (matches.length === 0) continue;
      for (const claim of matches) claims.push(claim);
      openText = cover(openText, matches, SPOKEN);
      hasDigits = DIGIT.test(openText);
    }
    if (claims.length === claimsBefore) break;
    // In the next round, read text is no context either: `AB-12` is no range.
    openText = openText.replaceAll(SPOKEN, MASK);
  }
  return claims;
}

/** A text whose read parts are closed, and the same text without these marks. */
interface Reading {
  open: string;
  readable: string;
}

/** What one rule reads in the open parts of the text. A rule can leave a match alone. */
function applyRule(
  rule: Rule,
  { open: text, readable }: Reading,
  language: Language,
  read: Match['read'],
): Claim[] {
  const claims: Claim[] = [];
  for (const { 0: piece, index: start, groups = {} } of findAll(rule.pattern, text)) {
    if (piece === '' || CLOSED.test(piece)) continue;
    const end = start + piece.length;
    const before = text.slice(Math.max(0, start - CONTEXT), start);
    const after = text.slice(end, end + CONTEXT);
    const words = rule.say({
      text: piece,
      groups,
      before,
      after,
      written_after: readable.slice(end, end + CONTEXT),
      read,
    });
    if (words === undefined) continue;
    const claim = { start, end, written: piece, spoken: words, kind: rule.kind };
    // A period at the end of a sentence stays, even if it also belongs to a number or an abbreviation.
    const isLost = piece.endsWith('.') && /[\p{L}\p{N}]$/u.test(words);
    if (isLost && (END_OF_TEXT.test(after) || language.next_sentence?.(rule.kind, after)))
      claim.spoken += '.';
    claims.push(claim);
  }
  return claims;
}

/** Like `text.matchAll`, but without its copy of the pattern, which takes longer than the search of a short text. */
function findAll(pattern: RegExp, text: string): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    matches.push(match);
    if (match[0] === '') pattern.lastIndex += 1;
  }
  return matches;
}
