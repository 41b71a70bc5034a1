import { compileRules, normalizeText } from '@voiceloom/normalizer';
import {
  contextBetween,
  countCharacters,
  findMarkup,
  hasSpeech,
  type SpeechContext,
  type SpeechText,
  speechText,
} from '@voiceloom/text';
import { forEachInSlices, type WorkBudget } from '../../db/batches.ts';
import type { GeneratorConfig } from '../casting/voice-pool.ts';
import { type PlanNode, parseConfig } from '../plan.ts';
import type { Dictionary, PronouncedText } from './dictionary.ts';
import { findMarkupPolicy, type ScriptedLine } from './markup-policy.ts';

/**
 * Besides the lines, what determines the texts of a generator: the normalizers before it, and the dictionary of the
 * workspace.
 */
export interface TextPreparation {
  normalizers: readonly PlanNode[];
  dictionary: Dictionary;
  /** The generator that speaks, for its markup settings. */
  config?: GeneratorConfig | undefined;
}

/** The normalizers on the way to `node`, in order, excluding `node` itself. */
export function listNormalizersBefore(node: PlanNode, nodes: Iterable<PlanNode>): PlanNode[] {
  return [...nodes]
    .filter(({ id, type }) => type === 'operator_normalizer' && id !== node.id && node.upstream.has(id))
    .sort((a, b) => a.depth - b.depth);
}

/** Whether a normalizer already applies the dictionary, which must happen only once. */
function appliesDictionary(normalizers: readonly PlanNode[]): boolean {
  return normalizers.some((node) => parseConfig(node, 'operator_normalizer').apply_dictionary);
}

/** Makes the normalizers ready for the locales, so that the first line does not hold up other work. */
export async function compileNormalizers(
  normalizers: readonly PlanNode[],
  locales: readonly string[],
  budget: WorkBudget,
): Promise<void> {
  for (const node of normalizers) {
    const { locale, ...options } = parseConfig(node, 'operator_normalizer');
    for (const locale_code of locale === null ? locales : [locale])
      await forEachInSlices(compileRules(locale_code, options), () => undefined, budget);
  }
}

/**
 * Applies one normalizer to a text. `normalizers`: those before it. If one of them already applied the dictionary, this
 * one must not: a replacement can contain the word that it replaces.
 */
export function normalizeWith(
  node: PlanNode,
  { normalizers: earlierNormalizers, dictionary }: TextPreparation,
  text: string,
  locale_code: string,
): string {
  const { apply_dictionary, locale, ...options } = parseConfig(node, 'operator_normalizer');
  const respells = apply_dictionary && !appliesDictionary(earlierNormalizers);
  const input = respells ? dictionary.respell(text, locale_code).text : text;
  return normalizeText(input, locale ?? locale_code, { ...options, markup: findMarkup }).spoken;
}

/**
 * The text that a generator speaks: the spoken script if there is one, without tags and placeholders, with the dictionary
 * applied. Reports the entries that match the script itself, because they determine the use counts.
 */
export function createLineSpeech(
  line: ScriptedLine & { spoken_script?: string | null },
  { normalizers, dictionary, config }: TextPreparation,
): LineSpeech {
  const { script, locale_code } = line;
  const policy = findMarkupPolicy(config, line);
  const markup = speechText(script, policy);
  const { unfilled } = markup;
  const is_held = policy.placeholders === 'skip' && unfilled.length > 0;
  // `pronounced`: with the dictionary; `original`: the same text before it.
  const describeSpeech = (pronounced: PronouncedText, original: SpeechText): LineSpeech => {
    // A line that would consist only of sample words for placeholders is not spoken.
    const isSpoken = unfilled.length > 0 ? original.has_words : hasSpeech(pronounced.text);
    const characters = countCharacters(markup.text);
    const { text } = dictionary.pronounce(original.text, locale_code, ['recorded']);
    return { ...pronounced, written_text: text, characters, is_held, is_silent: is_held || !isSpoken };
  };
  const pronouncedScript = dictionary.pronounce(markup.text, locale_code);
  const spokenScript = line.spoken_script ?? null;
  if (normalizers.length === 0 || spokenScript === null) return describeSpeech(pronouncedScript, markup);
  const normalizedText = speechText(spokenScript, policy);
  if (appliesDictionary(normalizers)) {
    // A normalizer has respelled the words, so only the tags are missing.
    const { text } = dictionary.pronounce(normalizedText.text, locale_code, ['ipa', 'recorded']);
    return describeSpeech({ ...pronouncedScript, text }, normalizedText);
  }
  return describeSpeech(dictionary.pronounce(normalizedText.text, locale_code), normalizedText);
}

/** The part of a line that a generator speaks. */
export interface LineSpeech extends PronouncedText {
  /** The text before the dictionary, except for its recordings. */
  written_text: string;
  /** The billed length: that of the script without tags, with the values of its placeholders. */
  characters: number;
  /** Whether the line is skipped, because it has no words or is held. */
  is_silent: boolean;
  /** Whether the line has placeholders that must be filled first. */
  is_held: boolean;
}

/** The billed length of a line, as in its `LineSpeech`. */
export function countBilledCharacters(line: ScriptedLine, config: GeneratorConfig): number {
  return countCharacters(speechText(line.script, findMarkupPolicy(config, line)).text);
}

/** The normalized script for an estimate; null if the normalizers leave it unchanged. */
export function predictSpokenScript(
  { script, locale_code }: ScriptedLine,
  { normalizers, dictionary }: TextPreparation,
): string | null {
  let text = script;
  for (const [index, node] of normalizers.entries()) {
    const earlierNormalizers = normalizers.slice(0, index);
    text = normalizeWith(node, { normalizers: earlierNormalizers, dictionary }, text, locale_code);
  }
  return text === script ? null : text;
}

/** The lines around a line, in the same locale. */
export interface Neighbors {
  previous: ScriptedLine | undefined;
  next: ScriptedLine | undefined;
}

/** The surrounding lines that a generator sends to a model as context. */
export function createContext(
  config: GeneratorConfig,
  neighbors: Neighbors | undefined,
): SpeechContext | undefined {
  const withPolicy = (line: ScriptedLine | undefined) =>
    line && { text: line.script, policy: findMarkupPolicy(config, line) };
  return neighbors && contextBetween(withPolicy(neighbors.previous), withPolicy(neighbors.next));
}
