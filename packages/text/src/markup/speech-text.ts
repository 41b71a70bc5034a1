import { countCharacters } from '../locales/characters.ts';
import { createJoiner } from './joiner.ts';
import { type MarkupPolicy, placeholderKey, valuesFor } from './policy.ts';
import { pluralCategory, SAMPLE_NUMBER, sampleWord } from './samples.ts';
import type { Branch, Segment } from './segment.ts';
import { mayHoldMarkup, parseSegments } from './segments.ts';

/** The spoken part of a line. */
export interface SpeechText {
  /** Words, speech markup, and audio tags such as `[laughs]`. */
  text: string;
  /** Placeholders without a value, in their original form. */
  unfilled: string[];
  /** Whether the text has letters or digits apart from sample words. */
  has_words: boolean;
}

/** Entities and values may contain markup, so the result is processed again, at most this many times. */
const MAX_ROUNDS = 4;
const MAX_DEPTH = 4;
/**
 * The maximum number of characters that the inserted values of a line have together. Nested choices can
 * repeat a value without limit.
 */
const MAX_INSERTED = 100_000;
/** A letter or digit. */
const WORD = /[\p{L}\p{N}]/u;

/**
 * The spoken part of a line. Tags are removed, entities become characters, and the policy determines placeholders.
 * Speech markup stays, because each provider has its own dialect. Text without markup stays unchanged. Idempotent.
 */
export function speechText(text: string, policy: MarkupPolicy): SpeechText {
  if (!mayHoldMarkup(text)) return { text, unfilled: [], has_words: WORD.test(text) };
  const values = valuesFor(policy.placeholder_values, policy.locale);
  const writing: Writing = {
    policy,
    values,
    names: new Set(values.keys()),
    unfilled: new Set(),
    has_words: false,
    room: MAX_INSERTED,
  };
  let speech = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const nextSpeech = writeSpeech(speech, writing, { isAgain: round > 0, depth: 0 });
    if (nextSpeech === speech) break;
    speech = nextSpeech;
  }
  return { text: speech, unfilled: [...writing.unfilled], has_words: writing.has_words };
}

/** The text of a line on a screen: `<sub alias="Doctor">Dr</sub>` is `Dr`. */
export const cleanText = (text: string, policy: MarkupPolicy): string =>
  removeMarkup(text, policy, { withAliases: false });

/** The text of a line in a transcript: `<sub alias="Doctor">Dr</sub>` is `Doctor`. */
export const transcriptText = (text: string, policy: MarkupPolicy): string =>
  removeMarkup(text, policy, { withAliases: true });

/** Speech text without its markup. `withAliases`: the alias of `<sub>` replaces its content. */
function removeMarkup(text: string, policy: MarkupPolicy, { withAliases }: { withAliases: boolean }): string {
  if (!mayHoldMarkup(text)) return text;
  const speech = speechText(text, { ...policy, audio_tags: 'remove' }).text;
  const joiner = createJoiner();
  /** How many open elements have an alias, which replaces the text in them. */
  let aliasDepth = 0;
  for (const { kind, start, end, name, position, attributes } of parseSegments(speech)) {
    if (kind === 'text') {
      if (aliasDepth === 0) joiner.add(speech.slice(start, end));
      continue;
    }
    joiner.leaveOut(['break', 'p', 's'].includes(name) ? 'auto' : 'none');
    if (name !== 'sub' || !withAliases) continue;
    if (position !== 'close' && aliasDepth === 0) joiner.add(attributes?.alias ?? '');
    if (position === 'open') aliasDepth += 1;
    else if (position === 'close') aliasDepth -= 1;
  }
  return joiner.end();
}

/**
 * The maximum number of characters that the values of placeholders can add to a text. If a placeholder chooses between
 * texts, the text with the longest values counts.
 */
export function maxAddedCharacters(text: string, policy: MarkupPolicy, depth = 0): number {
  if (!mayHoldMarkup(text) || depth > MAX_DEPTH) return 0;
  const names = new Set(valuesFor(policy.placeholder_values, policy.locale).keys());
  let total = 0;
  for (const { kind, start, end, name, branches } of parseSegments(text, names)) {
    if (kind !== 'placeholder') continue;
    const valueLength = (placeholder: string) => countCharacters(speechText(placeholder, policy).text);
    if (!branches) {
      total += Math.max(0, valueLength(text.slice(start, end)) - (end - start));
      continue;
    }
    const additions = branches.map((branch) => {
      const branchText = text.slice(branch.start, branch.end);
      // A number sign and empty braces represent the number.
      const numbers = branchText.match(/#|\{\}/g)?.length ?? 0;
      return maxAddedCharacters(branchText, policy, depth + 1) + numbers * valueLength(`{${name}}`);
    });
    total += Math.max(0, ...additions);
  }
  return total;
}

/** The state of writing one line. */
interface Writing {
  policy: MarkupPolicy;
  values: ReadonlyMap<string, string>;
  names: ReadonlySet<string>;
  unfilled: Set<string>;
  has_words: boolean;
  /** The number of characters of values that may still be inserted. */
  room: number;
}

/**
 * One round of `speechText`. `isAgain`: whether the text is the result of an earlier round, so that its words were already
 * counted. `depth`: how many choices between texts contain it.
 */
function writeSpeech(
  text: string,
  writing: Writing,
  { isAgain, depth }: { isAgain: boolean; depth: number },
): string {
  const joiner = createJoiner();
  const segments = parseSegments(text, isAgain ? undefined : writing.names);
  if (!isAgain)
    writing.has_words ||= segments.some(({ kind, start, end, text: character = '' }) =>
      WORD.test(kind === 'text' ? text.slice(start, end) : character),
    );
  if (segments.every(({ kind }) => kind === 'text' || kind === 'speech')) return text;
  for (const segment of segments) {
    const { kind, start, end, name } = segment;
    const source = text.slice(start, end);
    if (kind === 'text' || kind === 'speech') joiner.add(source);
    else if (kind === 'entity') joiner.add(segment.text ?? '');
    else if (kind === 'placeholder') joiner.add(writePlaceholder(segment, { text, writing, depth }));
    else if (kind === 'audio_tag' && writing.policy.audio_tags !== 'remove') joiner.add(`[${name}]`);
    else joiner.leaveOut(segment.gap ?? 'auto');
  }
  return joiner.end();
}

/** The value of a placeholder, the text that it chooses, or a sample word. */
function writePlaceholder(
  segment: Segment,
  { text, writing, depth }: { text: string; writing: Writing; depth: number },
): string {
  const { name, choice, branches } = segment;
  const { values, unfilled, policy } = writing;
  const source = text.slice(segment.start, segment.end);
  // A value has the name of the placeholder, or the whole placeholder as it is written: `%s`.
  const keys = [placeholderKey(name)];
  if (!branches) keys.push(placeholderKey(source), source.toLowerCase());
  const value = keys.map((key) => values.get(key)).find((one) => one !== undefined);
  if (value === undefined) unfilled.add(branches ? `{${name}}` : source);
  if (branches && depth < MAX_DEPTH) {
    const branch = findBranch(segment, value, policy.locale);
    if (!branch) return '';
    let branchText = text.slice(branch.start, branch.end);
    // A number sign and empty braces represent the number.
    if (choice !== 'select') {
      const number = toLiteral(value ?? String(SAMPLE_NUMBER)).replace(/[#{}]/g, ' ');
      branchText = branchText.replace(/#|\{\}/g, () => insertValue(number, writing));
    }
    return writeSpeech(branchText, writing, { isAgain: false, depth: depth + 1 });
  }
  if (value === undefined)
    return segment.value === 'number' ? String(SAMPLE_NUMBER) : sampleWord(policy.locale);
  writing.has_words ||= WORD.test(value);
  return insertValue(toLiteral(value), writing);
}

/** A value, or nothing if the values of the line are too long together. */
function insertValue(value: string, writing: Writing): string {
  writing.room -= value.length;
  return writing.room < 0 ? '' : value;
}

/** A value is literal text: placeholders in it are not replaced. */
const toLiteral = (value: string): string =>
  parseSegments(value)
    .map(({ kind, start, end }) => (kind === 'placeholder' ? ' ' : value.slice(start, end)))
    .join('');

/** The text that a placeholder chooses for a value; without a value, the one for the sample number. */
function findBranch(
  { choice, branches = [] }: Segment,
  value: string | undefined,
  locale: string,
): Branch | undefined {
  const find = (selector: string | undefined) => branches.find((branch) => branch.selector === selector);
  const last = find('other') ?? branches.at(-1);
  if (choice === 'select') {
    // Without `other`, an unknown value takes the last branch, and no value takes the first.
    const fallback = value ? last : (find('other') ?? branches[0]);
    return find(value) ?? fallback;
  }
  const number = value === undefined ? SAMPLE_NUMBER : Number(value);
  if (Number.isNaN(number)) return last;
  const category = pluralCategory(number, locale, choice === 'ordinal' ? 'ordinal' : 'cardinal');
  // Choices without names are the singular, then the plural.
  const isUnnamed = branches.every(({ selector }) => selector === '');
  const singular = isUnnamed && number === 1 ? branches[0] : undefined;
  return find(`=${number}`) ?? find(category) ?? singular ?? last;
}
