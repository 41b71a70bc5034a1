import { normalizeText } from '@voiceloom/text';
import type { PlanNode } from '../plan.ts';
import { configOf } from '../plan.ts';
import type { Dictionary, Pronounced } from './dictionary.ts';

interface Scripted {
  locale_code: string;
  script: string;
}

/** What a generator's texts depend on beside the lines: what stands before it, and the words of the workspace. */
export interface TextPreparation {
  normalizers: readonly PlanNode[];
  dictionary: Dictionary;
}

/** The normalizers that lines go through on their way to `node`, in their order; `node` itself is none of them. */
export function normalizersBefore(node: PlanNode, nodes: Iterable<PlanNode>): PlanNode[] {
  return [...nodes]
    .filter(({ id, type }) => type === 'operator_normalizer' && id !== node.id && node.upstream.has(id))
    .sort((one, other) => one.depth - other.depth);
}

/** Whether one of the normalizers has put the words of the dictionary in their place: once is enough. */
export function appliesDictionary(normalizers: readonly PlanNode[]): boolean {
  return normalizers.some((node) => configOf(node, 'operator_normalizer').apply_dictionary);
}

interface Step {
  node: PlanNode;
  dictionary: Dictionary;
  /** Replaced by an earlier normalizer already: a replacement may hold the word that it replaces. */
  pronounced: boolean;
}

/** One normalizer's work on a text. */
export function normalizeWith(
  { node, dictionary, pronounced }: Step,
  text: string,
  locale_code: string,
): string {
  const { apply_dictionary, locale, kinds, keep_markup } = configOf(node, 'operator_normalizer');
  const said = apply_dictionary && !pronounced ? dictionary.pronounce(text, locale_code).text : text;
  return normalizeText(said, locale ?? locale_code, { kinds, keep_markup }).spoken;
}

/**
 * The text that a generator speaks: the spoken script where there is one, with the words of the dictionary. The entries are
 * those that the script itself names, for they are what its uses are counted by.
 */
export function textToSpeak(
  line: Scripted & { spoken_script?: string | null },
  { normalizers, dictionary }: TextPreparation,
): Pronounced {
  const { script, locale_code } = line;
  const written = dictionary.pronounce(script, locale_code);
  const spoken = normalizers.length === 0 ? null : (line.spoken_script ?? null);
  if (spoken === null) return written;
  if (appliesDictionary(normalizers)) return { ...written, text: spoken };
  return dictionary.pronounce(spoken, locale_code);
}

/** What the normalizers will make of a script, for an estimate: null where they leave it as it is. */
export function spokenScript(
  { script, locale_code }: Scripted,
  { normalizers, dictionary }: TextPreparation,
): string | null {
  let text = script;
  for (const [index, node] of normalizers.entries()) {
    const pronounced = appliesDictionary(normalizers.slice(0, index));
    text = normalizeWith({ node, dictionary, pronounced }, text, locale_code);
  }
  return text === script ? null : text;
}
