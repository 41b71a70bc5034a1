import { countCharacters } from '../locales/characters.ts';
import { createJoiner } from './joiner.ts';
import { keyOf, type MarkupPolicy, valuesFor } from './policy.ts';
import { pluralOf, SAMPLE_NUMBER, sampleWord } from './samples.ts';
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
  let spoken = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = writeSpeech(spoken, writing, round > 0);
    if (next === spoken) break;
    spoken = next;
  }
  return { text: spoken, unfilled: [...writing.unfilled], has_words: writing.has_words };
}

/** The text of a line on a screen: `<sub alias="Doctor">Dr</sub>` is `Dr`. */
export const cleanText = (text: string, policy: MarkupPolicy): string => wordsOf(text, policy, false);

/** The text of a line in a transcript: `<sub alias="Doctor">Dr</sub>` is `Doctor`. */
export const heardText = (text: string, policy: MarkupPolicy): string => wordsOf(text, policy, true);

/** Speech text without its markup. */
function wordsOf(text: string, policy: MarkupPolicy, withAliases: boolean): string {
  if (!mayHoldMarkup(text)) return text;
  const spoken = speechText(text, { ...policy, audio_tags: 'remove' }).text;
  const joiner = createJoiner();
  let hidden = 0;
  for (const { kind, start, end, name, position, attributes } of parseSegments(spoken)) {
    if (kind === 'text') {
      if (hidden === 0) joiner.add(spoken.slice(start, end));
      continue;
    }
    joiner.leaveOut(['break', 'p', 's'].includes(name) ? 'auto' : 'none');
    if (name !== 'sub' || !withAliases) continue;
    if (position !== 'close' && hidden === 0) joiner.add(attributes?.alias ?? '');
    if (position !== 'void') hidden += position === 'open' ? 1 : -1;
  }
  return joiner.end();
}

/**
 * The maximum number of characters that the values of placeholders can add to a text. If a placeholder chooses between
 * texts, the text with the longest values counts.
 */
export function mostAdded(text: string, policy: MarkupPolicy, depth = 0): number {
  if (!mayHoldMarkup(text) || depth > MAX_DEPTH) return 0;
  const names = new Set(valuesFor(policy.placeholder_values, policy.locale).keys());
  return parseSegments(text, names).reduce((sum, { kind, start, end, name, branches }) => {
    if (kind !== 'placeholder') return sum;
    const lengthOf = (placeholder: string) => countCharacters(speechText(placeholder, policy).text);
    if (!branches) return sum + Math.max(0, lengthOf(text.slice(start, end)) - (end - start));
    const added = branches.map((branch) => {
      const own = text.slice(branch.start, branch.end);
      const numbers = own.match(/#|\{\}/g)?.length ?? 0;
      return mostAdded(own, policy, depth + 1) + numbers * lengthOf(`{${name}}`);
    });
    return sum + Math.max(0, ...added);
  }, 0);
}

interface Writing {
  policy: MarkupPolicy;
  values: ReadonlyMap<string, string>;
  names: ReadonlySet<string>;
  unfilled: Set<string>;
  has_words: boolean;
  /** The number of characters of values that may still be inserted. */
  room: number;
}

/** `isAgain`: whether the text is the result of an earlier round, so that its words were already counted. */
function writeSpeech(text: string, writing: Writing, isAgain: boolean, depth = 0): string {
  const joiner = createJoiner();
  const segments = parseSegments(text, isAgain ? undefined : writing.names);
  if (segments.every(({ kind }) => kind === 'text' || kind === 'speech')) {
    writing.has_words ||=
      !isAgain &&
      segments.some(({ kind, start, end }) => kind === 'text' && WORD.test(text.slice(start, end)));
    return text;
  }
  for (const segment of segments) {
    const written = text.slice(segment.start, segment.end);
    const word = segment.kind === 'text' ? written : segment.text;
    if (word !== undefined && !isAgain) writing.has_words ||= WORD.test(word);
    if (segment.kind === 'text' || segment.kind === 'speech') joiner.add(written);
    else if (segment.kind === 'entity') joiner.add(segment.text ?? '');
    else if (segment.kind === 'placeholder') joiner.add(fill(segment, { text, written, writing, depth }));
    else if (segment.kind === 'audio_tag' && writing.policy.audio_tags !== 'remove')
      joiner.add(`[${segment.name}]`);
    else joiner.leaveOut(segment.gap ?? 'auto');
  }
  return joiner.end();
}

interface Place {
  text: string;
  written: string;
  writing: Writing;
  depth: number;
}

function fill({ name, value, choice, branches }: Segment, { text, written, writing, depth }: Place): string {
  const { values, unfilled, policy } = writing;
  const asWritten = branches ? [] : [keyOf(written), written.toLowerCase()];
  const given = [keyOf(name), ...asWritten]
    .map((key) => values.get(key))
    .find((value) => value !== undefined);
  if (given === undefined) unfilled.add(branches ? `{${name}}` : written);
  if (branches && depth < MAX_DEPTH) {
    const branch = branchFor(branches, { choice, given, locale: policy.locale });
    if (!branch) return '';
    const number = literal(given ?? String(SAMPLE_NUMBER)).replace(/[#{}]/g, ' ');
    // A number sign and empty braces represent the number.
    const own = text
      .slice(branch.start, branch.end)
      .replace(choice === 'select' ? /(?!)/ : /#|\{\}/g, () => inserted(number, writing));
    return writeSpeech(own, writing, false, depth + 1);
  }
  if (given !== undefined) {
    if (WORD.test(given)) writing.has_words = true;
    return inserted(literal(given), writing);
  }
  return value === 'number' ? String(SAMPLE_NUMBER) : sampleWord(policy.locale);
}

function inserted(value: string, writing: Writing): string {
  writing.room -= value.length;
  return writing.room < 0 ? '' : value;
}

/** A value is literal text: placeholders in it are not replaced. */
const literal = (value: string): string =>
  parseSegments(value)
    .map(({ kind, start, end }) => (kind === 'placeholder' ? ' ' : value.slice(start, end)))
    .join('');

type Chosen = { choice: Segment['choice']; given: string | undefined; locale: string };

function branchFor(branches: readonly Branch[], { choice, given, locale }: Chosen): Branch | undefined {
  const find = (wanted: string) => branches.find(({ selector }) => selector === wanted);
  const last = find('other') ?? (choice === 'select' && !given ? branches[0] : branches.at(-1));
  if (choice === 'select') return (given === undefined ? undefined : find(given)) ?? last;
  const number = given === undefined ? SAMPLE_NUMBER : Number(given);
  if (Number.isNaN(number)) return last;
  const category = pluralOf(number, locale, choice === 'ordinal' ? 'ordinal' : 'cardinal');
  // Choices without names are the singular, then the plural.
  const byPlace = branches.every(({ selector }) => selector === '') && number === 1 ? branches[0] : undefined;
  return find(`=${number}`) ?? find(category) ?? byPlace ?? last;
}
