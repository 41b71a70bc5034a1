import type { RunEstimate } from '@voiceloom/contract';
import { countText, quoteForMessage, type ScriptLine } from '@voiceloom/text';
import type { FileReading } from '../../db/rows.ts';
import type { EngineApp } from '../engine-app.ts';
import { configOf, type PlanNode } from '../plan.ts';
import { readRecordings } from './recordings.ts';
import { readScript } from './script-lines.ts';
import { SourceFailure } from './uploads.ts';

/** A note about a node before a run, with the config field. */
export type EstimateNote = RunEstimate['notes'][number] & { field?: string };

/** A source before the run, with the lines that are known. */
export interface SimulatedSource {
  source: PlanNode;
  lines: ScriptLine[];
  /** Why the script cannot be read. A run would fail at the source. */
  problem?: SourceFailure;
  /** Whether the lines are in recordings that the run will transcribe. */
  is_media?: boolean;
  /** What the source skips or guesses. */
  hints?: EstimateNote[];
  /** How each file was read. */
  readings?: FileReading[];
}

export async function simulateSource(
  app: Pick<EngineApp, 'db' | 'storage' | 'texts'>,
  workspaceId: string,
  source: PlanNode,
): Promise<SimulatedSource> {
  try {
    if (source.type === 'source_audio') {
      const config = configOf(source, 'source_audio');
      const { recordings, unmatched } = await readRecordings(app, workspaceId, config);
      const lines = recordings.map(({ line }, row) => ({ ...line, row }));
      return { source, lines, hints: unmatched.length > 0 ? [unmatchedHint(source, unmatched)] : [] };
    }
    const config = configOf(source, 'source_script');
    if (config.input_type === 'media') return { source, lines: [], is_media: true };
    const { lines, readings } = await readScript(app, workspaceId, { config, again: true });
    return { source, lines, readings, hints: readingHints(source, readings) };
  } catch (problem) {
    if (problem instanceof SourceFailure)
      return { source, lines: [], problem, ...(problem.reading && { readings: [problem.reading] }) };
    throw problem;
  }
}

export const MOST_NAMED = 10;

/** What a source skips or guesses in each file: columns, parts of the file, the encoding. */
function readingHints(source: PlanNode, readings: readonly FileReading[]): EstimateNote[] {
  return readings.flatMap(({ filename, reading }, index) => {
    const field = filename === null ? 'text' : `upload_ids.${index}`;
    const { columns_unused: unused, skipped_count, warning_count, encoding, encoding_guessed } = reading;
    const [skipped] = reading.skipped;
    const [warning] = reading.warnings;
    const told: Record<string, string | false | undefined> = {
      column_skipped: unused.length > 0 && unusedText(unused),
      parts_skipped: skipped && skippedText(skipped_count, skipped),
      parts_doubtful: warning && doubtfulText(warning_count, warning),
      encoding_guessed: encoding_guessed && `the encoding was not declared. It was detected as ${encoding}.`,
    };
    return Object.entries(told).flatMap(([code, text]) =>
      text ? [{ node_id: source.id, code, field, message: `${filename ?? 'The text'}: ${text}` }] : [],
    );
  });
}

function unusedText(columns: readonly string[]): string {
  return columns.length === 1
    ? `the column ${listed(columns)} is skipped.`
    : `${columns.length} columns are skipped: ${listed(columns)}.`;
}

function skippedText(count: number, { row, message }: { row: number; message: string }): string {
  const parts = `${countText(count, 'part')} ${count === 1 ? 'is skipped' : 'are skipped, the first'}`;
  return `${parts} in row ${row}. ${message}`;
}

function doubtfulText(count: number, { row, message }: { row: number; message: string }): string {
  const parts = `${countText(count, 'part')} ${count === 1 ? 'may be wrong' : 'may be wrong, the first'}`;
  return `${parts} in row ${row}. ${message}`;
}

/** The first names as text, with the number of the others. */
export function listed(names: readonly string[], count = names.length): string {
  const named = names.slice(0, MOST_NAMED);
  const more = count - named.length;
  return `${named.map(quoteForMessage).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Rows of a list without an uploaded recording. */
function unmatchedHint({ id: node_id }: PlanNode, names: readonly string[]): EstimateNote {
  const message = `The list describes files that are not among the uploads: ${listed(names)}. Their rows are skipped.`;
  return { node_id, code: 'recordings_not_uploaded', field: 'list_upload_id', message };
}
