import { type Candidate, checkTranslation, type GlossaryEntry, type TranslationFault } from '@voiceloom/text';
import type { LineFailure, LineTranslation } from '../../db/rows.ts';
import type { RunLine } from '../model.ts';
import { digestOf } from '../nodes/stored-audio.ts';
import type { TranslatorConfig } from './rows.ts';

/** One line to translate into one locale. */
export interface Task {
  line: Pick<
    RunLine,
    'script' | 'locale_code' | 'line_index' | 'character_name' | 'notes' | 'max_duration_ms'
  >;
  target_locale: string;
  /** The same for equal sources, locales and instructions. */
  key: Buffer;
}

/** The result of a task. */
export type Translated =
  | { script: string; translation: LineTranslation | null }
  | { error: LineFailure; translation: LineTranslation | null };

export function taskOf(line: Task['line'], target_locale: string, config: TranslatorConfig): Task {
  const source = normalizedSource(line.script);
  const key = digestOf('translation', source, line.locale_code, target_locale, toldBy(config));
  return { line, target_locale, key };
}

const told = new WeakMap<TranslatorConfig, string>();

/**
 * Everything besides the provider that influences a translation. Computed once, because a glossary can be
 * long.
 */
function toldBy(config: TranslatorConfig): string {
  const known = told.get(config);
  if (known !== undefined) return known;
  const { glossary, formality, instructions } = config;
  const digest = digestOf('translator', glossary.map(entryKey), formality, instructions.trim()).toString(
    'hex',
  );
  told.set(config, digest);
  return digest;
}

const entryKey = ({ source, target }: GlossaryEntry): unknown[] => [
  source,
  target && Object.entries(target).sort(([a], [b]) => (a < b ? -1 : 1)),
];

/** Sources that differ only in spaces and Unicode form are equal. */
export const normalizedSource = (script: string): string =>
  script.normalize('NFC').replace(/\s+/g, ' ').trim();

export const keyText = ({ key }: Task): string => key.toString('hex');

/** The error in a translation, or undefined. */
export function faultOf(
  task: Task,
  answer: string,
  { glossary, max_length_ratio }: Pick<TranslatorConfig, 'glossary' | 'max_length_ratio'>,
): TranslationFault | undefined {
  const { script: source, locale_code: source_locale, max_duration_ms } = task.line;
  const candidate: Candidate = {
    source,
    answer,
    source_locale,
    target_locale: task.target_locale,
    glossary,
    max_length_ratio,
    max_duration_ms,
  };
  return checkTranslation(candidate);
}
