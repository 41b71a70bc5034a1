import {
  type Candidate,
  checkTranslation,
  type GlossaryEntry,
  startOf,
  type TranslationFault,
} from '@voiceloom/text';
import type { LineFailure, LineTranslation } from '../../db/rows.ts';
import type { RunLine } from '../model.ts';
import { digestOf } from '../nodes/stored-audio.ts';
import type { NearLine, TranslatorConfig } from './rows.ts';

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

/** The lines of one request, from one locale into another. */
export interface Batch {
  tasks: Task[];
  source_locale: string;
  target_locale: string;
  before: string[];
  after: string[];
}

interface Limits {
  context_lines: number;
  most_texts: number;
  most_characters: number;
}

/** Splits tasks into batches of neighboring lines, as large as a request allows. */
export function batchesOf(tasks: readonly Task[], near: readonly NearLine[], limits: Limits): Batch[] {
  const pairs = Map.groupBy(tasks, ({ line, target_locale }) => `${line.locale_code} ${target_locale}`);
  return [...pairs.values()].flatMap((pair) => {
    const inOrder = pair.toSorted((one, other) => one.line.line_index - other.line.line_index);
    return cut(inOrder, limits).map((batch) => batchOf(batch, near, limits.context_lines));
  });
}

function cut(tasks: readonly Task[], { context_lines, most_texts, most_characters }: Limits): Task[][] {
  const batches: Task[][] = [];
  let characters = 0;
  for (const task of tasks) {
    const batch = batches.at(-1);
    const last = batch?.at(-1);
    const fits =
      batch && batch.length < most_texts && characters + task.line.script.length <= most_characters;
    const isNext = last && task.line.line_index - last.line.line_index <= context_lines + 1;
    if (batch && fits && isNext) {
      batch.push(task);
      characters += task.line.script.length;
    } else {
      batches.push([task]);
      characters = task.line.script.length;
    }
  }
  return batches;
}

/** Context needs to be understood, not complete: requests have limits. */
const CONTEXT_LENGTH = 300;

/** A batch with the surrounding lines of the script in its language. */
export function batchOf(tasks: Task[], near: readonly NearLine[], contextLines: number): Batch {
  const [first] = tasks;
  const source_locale = first?.line.locale_code ?? '';
  const from = first?.line.line_index ?? 0;
  const to = tasks.at(-1)?.line.line_index ?? from;
  const own = near.filter(
    ({ locale_code, source_no }) => locale_code === source_locale && source_no === null,
  );
  const within = (least: number, most: number): string[] =>
    own
      .filter(({ line_index: at }) => at >= least && at <= most)
      .map(({ script }) => startOf(script, CONTEXT_LENGTH));
  return {
    tasks,
    source_locale,
    target_locale: first?.target_locale ?? '',
    before: within(from - contextLines, from - 1),
    after: within(to + 1, to + contextLines),
  };
}
