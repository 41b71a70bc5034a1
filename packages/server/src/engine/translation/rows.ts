import type { NodeConfig } from '@voiceloom/contract';
import { checkTranslation, languageOf, type TranslationError, truncate } from '@voiceloom/text';
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
export interface TargetDecision {
  targets: string[];
  keeps_line: boolean;
}

/** The script rows that contain the lines, with neighboring rows, in order. */
export async function loadNearLines(
  { app, run, works }: ChunkContext,
  { context_lines }: { context_lines: number },
): Promise<NearLine[]> {
  const indexes = new Set<number>();
  for (const { line } of works) {
    for (let index = line.line_index - context_lines; index <= line.line_index + context_lines; index++)
      indexes.add(index);
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
export function decideTargets(
  context: ChunkContext,
  config: TranslatorConfig,
  near: readonly NearLine[],
): Map<LineWork, TargetDecision> {
  const rows = Map.groupBy(near, (line) => line.line_index);
  const decisions = new Map<LineWork, TargetDecision>();
  const numbers = new Set<number>();
  for (const work of context.works) {
    const row = rows.get(work.line.line_index) ?? [];
    const graph = { node: context.node, plan: context.run.plan };
    const decision = decideLineTargets(graph, config, { line: work.line, row });
    // A line that arrives with several takes is translated once.
    if (decision && numbers.has(work.line.no)) decision.targets = [];
    if (decision) decisions.set(work, decision);
    numbers.add(work.line.no);
  }
  return decisions;
}

/**
 * The translator's decision for one line; undefined: the line continues unchanged. `row`: the lines of its script row.
 *
 * Only the first line of a row is translated; other lines of the script row already are translations. Among lines that an
 * earlier translator created, the one in its first language represents the source that it replaced.
 */
export function decideLineTargets(
  { node, plan }: { node: PlanNode; plan: Plan },
  config: TranslatorConfig,
  { line, row }: { line: NearLine; row: readonly NearLine[] },
): TargetDecision | undefined {
  const { target_languages, keep_source } = config;
  if (target_languages.length === 0) return undefined;
  if (line.source_no === null) {
    const firstLine = row.find(({ source_no }) => source_no === null);
    if (line.source_line_id !== null || (firstLine && firstLine.no !== line.no)) return undefined;
  } else {
    const creator = plan.nodes.get(line.node_id)?.config ?? {};
    const { keep_source: keeps_source, target_languages: targets } = creator;
    const isFirst = Array.isArray(targets) && targets[0] === line.locale_code;
    if (keeps_source === true || !isFirst) return undefined;
  }
  const locale = line.locale_code;
  // Includes what this node created on an earlier visit, so that a returning line passes through.
  const otherLines = row.filter(
    ({ no, source_no, node_id }) => no !== line.no && (source_no === null || node.upstream.has(node_id)),
  );
  const targets = [...new Set(target_languages)].filter(
    (target) =>
      !coversLocale(locale, target) &&
      !otherLines.some(({ locale_code }) => coversLocale(locale_code, target)),
  );
  return {
    targets,
    keeps_line: keep_source || target_languages.some((target) => coversLocale(locale, target)),
  };
}

/**
 * Whether a line of one locale satisfies another: they are equal, or have the same language and at least one has no
 * region. `en` covers `en-US`, but `en-GB` does not.
 */
function coversLocale(locale: string, otherLocale: string): boolean {
  if (locale === otherLocale) return true;
  const isBare = locale === languageOf(locale) || otherLocale === languageOf(otherLocale);
  return isBare && languageOf(locale) === languageOf(otherLocale);
}

/** The id of a translation: the id of the original line, and the locale. */
export function createTranslatedId(
  line: Pick<NearLine, 'source_no' | 'source_line_id' | 'line_id'>,
  locale: string,
): string {
  if (line.source_no === null) return `${line.line_id}.${locale}`;
  return `${line.source_line_id ?? line.line_id}.${locale}`;
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
export type TranslationResult =
  | { script: string; translation: LineTranslation | null }
  | { error: LineFailure; translation: LineTranslation | null };

/** See `Task`. The key contains every setting that influences the translation. */
export function createTask(line: Task['line'], target_locale: string, config: TranslatorConfig): Task {
  let settings = digests.get(config);
  if (settings === undefined) {
    const { glossary, formality, instructions } = config;
    const terms = glossary.map(({ source, target }) => [
      source,
      target && Object.entries(target).sort(([a], [b]) => (a < b ? -1 : 1)),
    ]);
    settings = digestParts('translator', terms, formality, instructions.trim()).toString('hex');
    digests.set(config, settings);
  }
  const source = normalizeSource(line.script);
  const key = digestParts('translation', source, line.locale_code, target_locale, settings);
  return { line, target_locale, key };
}

/**
 * Digests of all settings besides the provider that influence a translation. Computed once per config, because a glossary
 * can be long.
 */
const digests = new WeakMap<TranslatorConfig, string>();

/** Sources that differ only in spaces and Unicode form are equal. */
export function normalizeSource(script: string): string {
  return script.normalize('NFC').replace(/\s+/g, ' ').trim();
}

export function formatKey({ key }: Task): string {
  return key.toString('hex');
}

/** The error in a translation, or undefined. */
export function checkTask(
  task: Task,
  translation: string,
  { glossary, max_length_ratio }: Pick<TranslatorConfig, 'glossary' | 'max_length_ratio'>,
): TranslationError | undefined {
  const { script: source, locale_code: source_locale, max_duration_ms } = task.line;
  return checkTranslation({
    source,
    translation,
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

/** Splits tasks into batches of neighboring lines, as large as a request allows. */
export function splitBatches(
  tasks: readonly Task[],
  near: readonly NearLine[],
  limits: { context_lines: number; max_texts: number; max_characters: number },
): Batch[] {
  const { context_lines, max_texts, max_characters } = limits;
  const batches: Task[][] = [];
  for (const pairTasks of Map.groupBy(
    tasks,
    ({ line, target_locale }) => `${line.locale_code} ${target_locale}`,
  ).values()) {
    let batch: Task[] = [];
    let characters = 0;
    for (const task of pairTasks.toSorted((a, b) => a.line.line_index - b.line.line_index)) {
      const { script, line_index } = task.line;
      const lastTask = batch.at(-1);
      const isNext = lastTask && line_index - lastTask.line.line_index <= context_lines + 1;
      const fits = batch.length < max_texts && characters + script.length <= max_characters;
      if (!isNext || !fits) {
        batch = [];
        batches.push(batch);
        characters = 0;
      }
      batch.push(task);
      characters += script.length;
    }
  }
  return batches.map((batch) => createBatch(batch, near, context_lines));
}

/** Context can be cut, because it only has to be understood and requests have limits. */
const CONTEXT_LENGTH = 300;

/** A batch with the surrounding lines of the script in its language. */
export function createBatch(tasks: Task[], near: readonly NearLine[], contextLines: number): Batch {
  const [firstTask] = tasks;
  const source_locale = firstTask?.line.locale_code ?? '';
  const firstIndex = firstTask?.line.line_index ?? 0;
  const lastIndex = tasks.at(-1)?.line.line_index ?? firstIndex;
  const sourceLines = near.filter(
    ({ locale_code, source_no }) => locale_code === source_locale && source_no === null,
  );
  const listScripts = (minIndex: number, maxIndex: number): string[] =>
    sourceLines
      .filter(({ line_index: lineIndex }) => lineIndex >= minIndex && lineIndex <= maxIndex)
      .map(({ script }) => truncate(script, CONTEXT_LENGTH));
  return {
    tasks,
    source_locale,
    target_locale: firstTask?.target_locale ?? '',
    before: listScripts(firstIndex - contextLines, firstIndex - 1),
    after: listScripts(lastIndex + 1, lastIndex + contextLines),
  };
}
