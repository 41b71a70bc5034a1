import type { NodeConfig } from '@voiceloom/contract';
import { checkTranslation, languageOf, startOf, type TranslationFault } from '@voiceloom/text';
import { sql } from 'kysely';
import type { LineFailure, LineTranslation } from '../../db/rows.ts';
import { digestParts } from '../digest.ts';
import type { LineWork, RunLine } from '../model.ts';
import type { ChunkContext } from '../node-types.ts';
import type { Plan, PlanNode } from '../plan.ts';

export type TranslatorConfig = NodeConfig<'operator_translator'>;

/** A line of the same row or of a neighboring one. */
export interface NearLine {
  no: number;
  node_id: string;
  line_id: string;
  source_no: number | null;
  source_line_id: string | null;
  line_index: number;
  locale_code: string;
  script: string;
  character_name: string | null;
}

/** The decision for one line: its target locales, and whether the line itself continues. */
export interface Part {
  targets: string[];
  goes_on: boolean;
}

/** The script rows that contain the lines, with neighboring rows, in order. */
export async function loadNear(
  { app, run, works }: ChunkContext,
  { context_lines }: { context_lines: number },
): Promise<NearLine[]> {
  const indexes = new Set<number>();
  for (const { line } of works) {
    for (let at = line.line_index - context_lines; at <= line.line_index + context_lines; at++)
      indexes.add(at);
  }
  return app.db
    .selectFrom('run_line')
    .select(['no', 'node_id', 'line_id', 'source_no', 'source_line_id'])
    .select(['line_index', 'locale_code', 'script', 'character_name'])
    .where('run_id', '=', run.id)
    .where(sql<boolean>`line_index = any(${[...indexes]}::int[])`)
    .orderBy('line_index')
    .orderBy('no')
    .execute();
}

/** The translator's decision for each of its lines. Lines without one continue unchanged. */
export function decideParts(
  context: ChunkContext,
  config: TranslatorConfig,
  near: readonly NearLine[],
): Map<LineWork, Part> {
  const rows = Map.groupBy(near, (line) => line.line_index);
  const parts = new Map<LineWork, Part>();
  const numbers = new Set<number>();
  for (const work of context.works) {
    const row = rows.get(work.line.line_index) ?? [];
    const place = { node: context.node, plan: context.run.plan };
    const part = partFor(place, config, { line: work.line, row });
    // A line that arrives with several takes is translated once.
    if (part) parts.set(work, numbers.has(work.line.no) ? { ...part, targets: [] } : part);
    numbers.add(work.line.no);
  }
  return parts;
}

interface InRow {
  line: NearLine;
  /** The lines of its row, by number. */
  row: readonly NearLine[];
}

/** The translator's decision for one line; undefined: the line continues unchanged. */
export function partFor(
  place: { node: PlanNode; plan: Plan },
  config: TranslatorConfig,
  of: InRow,
): Part | undefined {
  return isTranslated(place.plan, of) ? partOf(place.node, config, of) : undefined;
}

/**
 * Only the first line of a row is translated; other lines of the script row already are translations. Among
 * lines that an earlier translator created, the one in its first language represents the source that it
 * replaced.
 */
function isTranslated(plan: Plan, { line, row }: InRow): boolean {
  if (line.source_no === null) {
    const [first] = row.filter(({ source_no }) => source_no === null);
    return line.source_line_id === null && (first === undefined || first.no === line.no);
  }
  const { keep_source, target_languages: targets } = plan.nodes.get(line.node_id)?.config ?? {};
  return keep_source !== true && Array.isArray(targets) && targets[0] === line.locale_code;
}

function partOf(
  node: PlanNode,
  { target_languages, keep_source }: TranslatorConfig,
  { line, row }: InRow,
): Part | undefined {
  const own = line.locale_code;
  if (target_languages.length === 0) return undefined;
  // Includes what this node created on an earlier visit, so that a returning line passes through.
  const there = row.filter(
    ({ no, source_no, node_id }) => no !== line.no && (source_no === null || node.upstream.has(node_id)),
  );
  const targets = [...new Set(target_languages)].filter(
    (target) => !covers(own, target) && !there.some(({ locale_code }) => covers(locale_code, target)),
  );
  return { targets, goes_on: keep_source || target_languages.some((target) => covers(own, target)) };
}

/**
 * Whether a line of one locale satisfies another: they are equal, or have the same language and at least one has no
 * region.
 */
function covers(locale: string, other: string): boolean {
  if (locale === other) return true;
  const isBare = locale === languageOf(locale) || other === languageOf(other);
  return isBare && languageOf(locale) === languageOf(other);
}

/** The id of a translation: the id of the original line, and the locale. */
export function translatedId(
  { source_no, source_line_id, line_id }: Pick<NearLine, 'source_no' | 'source_line_id' | 'line_id'>,
  locale: string,
): string {
  return `${source_no === null ? line_id : (source_line_id ?? line_id)}.${locale}`;
}

/** One line to translate into one locale. */
export interface Task {
  line: Pick<
    RunLine,
    'script' | 'locale_code' | 'line_index' | 'character_name' | 'notes' | 'max_duration_ms'
  >;
  target_locale: string;
  /** Identifies the task: equal sources, locales and instructions have the same key. */
  key: Buffer;
}

/** The result of a task. */
export type Translated =
  | { script: string; translation: LineTranslation | null }
  | { error: LineFailure; translation: LineTranslation | null };

export function createTask(line: Task['line'], target_locale: string, config: TranslatorConfig): Task {
  const source = normalizedSource(line.script);
  const key = digestParts('translation', source, line.locale_code, target_locale, digestSettings(config));
  return { line, target_locale, key };
}

const digests = new WeakMap<TranslatorConfig, string>();

/**
 * A digest of all settings besides the provider that influence a translation. Computed once per config, because a
 * glossary can be long.
 */
function digestSettings(config: TranslatorConfig): string {
  const cached = digests.get(config);
  if (cached !== undefined) return cached;
  const { glossary, formality, instructions } = config;
  const terms = glossary.map(({ source, target }) => [
    source,
    target && Object.entries(target).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  const digest = digestParts('translator', terms, formality, instructions.trim()).toString('hex');
  digests.set(config, digest);
  return digest;
}

/** Sources that differ only in spaces and Unicode form are equal. */
export function normalizedSource(script: string): string {
  return script.normalize('NFC').replace(/\s+/g, ' ').trim();
}

export function keyText({ key }: Task): string {
  return key.toString('hex');
}

/** The error in a translation, or undefined. */
export function checkTask(
  task: Task,
  answer: string,
  { glossary, max_length_ratio }: Pick<TranslatorConfig, 'glossary' | 'max_length_ratio'>,
): TranslationFault | undefined {
  const { script: source, locale_code: source_locale, max_duration_ms } = task.line;
  return checkTranslation({
    source,
    answer,
    source_locale,
    target_locale: task.target_locale,
    glossary,
    max_length_ratio,
    max_duration_ms,
  });
}

/** The lines of one request, from one locale into another. */
export interface Batch {
  tasks: Task[];
  source_locale: string;
  target_locale: string;
  before: string[];
  after: string[];
}

type Limits = { context_lines: number; most_texts: number; most_characters: number };

/** Splits tasks into batches of neighboring lines, as large as a request allows. */
export function splitBatches(tasks: readonly Task[], near: readonly NearLine[], limits: Limits): Batch[] {
  const pairs = Map.groupBy(tasks, ({ line, target_locale }) => `${line.locale_code} ${target_locale}`);
  return [...pairs.values()].flatMap((pair) => {
    const inOrder = pair.toSorted((one, other) => one.line.line_index - other.line.line_index);
    return cut(inOrder, limits).map((batch) => createBatch(batch, near, limits.context_lines));
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

/** Context can be cut, because it only has to be understood and requests have limits. */
const CONTEXT_LENGTH = 300;

/** A batch with the surrounding lines of the script in its language. */
export function createBatch(tasks: Task[], near: readonly NearLine[], contextLines: number): Batch {
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
