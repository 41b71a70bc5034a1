import type { NodeConfig } from '@voiceloom/contract';
import { languageOf } from '@voiceloom/text';
import { sql } from 'kysely';
import type { ChunkContext, LineWork } from '../model.ts';
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
}

/** The decision for one line: its target locales, and whether the line itself continues. */
export interface Part {
  targets: string[];
  goes_on: boolean;
}

/** The script rows that contain the lines, with neighboring rows, in order. */
export async function loadNear(
  { app, run, works }: ChunkContext,
  { context_lines }: Pick<TranslatorConfig, 'context_lines'>,
): Promise<NearLine[]> {
  const wanted = new Set<number>();
  for (const { line } of works) {
    for (let at = line.line_index - context_lines; at <= line.line_index + context_lines; at++)
      wanted.add(at);
  }
  return app.db
    .selectFrom('run_line')
    .select(['no', 'node_id', 'line_id', 'source_no', 'source_line_id'])
    .select(['line_index', 'locale_code', 'script'])
    .where('run_id', '=', run.id)
    .where(sql<boolean>`line_index = any(${[...wanted]}::int[])`)
    .orderBy('line_index')
    .orderBy('no')
    .execute();
}

/** The translator's decision for each of its lines. Lines without one continue unchanged. */
export function partsOf(
  context: ChunkContext,
  config: TranslatorConfig,
  near: readonly NearLine[],
): Map<LineWork, Part> {
  const rows = Map.groupBy(near, (line) => line.line_index);
  const parts = new Map<LineWork, Part>();
  const seen = new Set<number>();
  for (const work of context.works) {
    const row = rows.get(work.line.line_index) ?? [];
    const place = { node: context.node, plan: context.run.plan };
    const part = partFor(place, config, { line: work.line, row });
    // A line that arrives with several takes is translated once.
    if (part) parts.set(work, seen.has(work.line.no) ? { ...part, targets: [] } : part);
    seen.add(work.line.no);
  }
  return parts;
}

interface InRow {
  line: NearLine;
  /** The lines of its row, by number. */
  row: readonly NearLine[];
}

/** The translator's decision for one line; undefined lets it through. */
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

/** Whether a line of one locale satisfies another: a language without region covers its regions. */
function covers(locale: string, wanted: string): boolean {
  if (locale === wanted) return true;
  const isBare = locale === languageOf(locale) || wanted === languageOf(wanted);
  return isBare && languageOf(locale) === languageOf(wanted);
}

/** The id of a translation: the id of the original line, and the locale. */
export function translatedId(
  { source_no, source_line_id, line_id }: Pick<NearLine, 'source_no' | 'source_line_id' | 'line_id'>,
  locale: string,
): string {
  return `${source_no === null ? line_id : (source_line_id ?? line_id)}.${locale}`;
}
