import { normalizeText } from '@voiceloom/text';
import type { PlanNode } from '../plan.ts';
import { configOf } from '../plan.ts';
import type { Dictionary, Pronounced } from './dictionary.ts';

interface Scripted {
  locale_code: string;
  script: string;
}

/**
 * What a generator's texts depend on besides the lines: the normalizers before it, and the workspace
 * dictionary.
 */
export interface TextPreparation {
  normalizers: readonly PlanNode[];
  dictionary: Dictionary;
}

/** The normalizers on the way to `node`, in order, excluding `node` itself. */
export function normalizersBefore(node: PlanNode, nodes: Iterable<PlanNode>): PlanNode[] {
  return [...nodes]
    .filter(({ id, type }) => type === 'operator_normalizer' && id !== node.id && node.upstream.has(id))
    .sort((one, other) => one.depth - other.depth);
}

/** Whether a normalizer already applies the dictionary, which must happen only once. */
export function appliesDictionary(normalizers: readonly PlanNode[]): boolean {
  return normalizers.some((node) => configOf(node, 'operator_normalizer').apply_dictionary);
}

interface Step {
  node: PlanNode;
  dictionary: Dictionary;
  /**
   * An earlier normalizer already applied the dictionary. A replacement can contain the word that it
   * replaces, so applying it twice would be wrong.
   */
  pronounced: boolean;
}

/** Applies one normalizer to a text. */
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
 * The text that a generator speaks: the spoken script if there is one, with the dictionary applied. The
 * reported entries are those that match the script itself, because uses are counted by them.
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

/** The normalized script for an estimate; null if the normalizers leave it unchanged. */
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
