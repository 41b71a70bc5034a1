import type { RunEstimate } from '@voiceloom/contract';
import { countText, quoteForMessage, type ScriptLine } from '@voiceloom/text';
import type { FileReading } from '../../db/rows.ts';
import type { EngineApp } from '../engine-app.ts';
import { type PlanNode, parseConfig } from '../plan.ts';
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

/** Reads the lines of a source before a run. If they cannot be read, the result has a `problem`. */
export async function simulateSource(
  app: Pick<EngineApp, 'db' | 'storage' | 'texts'>,
  workspaceId: string,
  source: PlanNode,
): Promise<SimulatedSource> {
  try {
    if (source.type === 'source_audio') {
      const config = parseConfig(source, 'source_audio');
      const { recordings, unmatched, limit_problems } = await readRecordings(app, workspaceId, config);
      const lines = recordings.map(({ line }, row) => ({ ...line, row }));
      const hints: EstimateNote[] = [];
      if (unmatched.length > 0) {
        const message = `The list describes files that are not among the uploads: ${formatNames(unmatched)}. Their rows are skipped.`;
        const field = 'list_upload_id';
        hints.push({ node_id: source.id, code: 'recordings_not_uploaded', field, message });
      }
      const [limitProblem] = limit_problems;
      if (limitProblem !== undefined) {
        const message = `The list has ${countText(limit_problems.length, 'limit')} that cannot be read. ${limitProblem}`;
        hints.push({ node_id: source.id, code: 'parts_doubtful', field: 'list_upload_id', message });
      }
      return { source, lines, hints };
    }
    const config = parseConfig(source, 'source_script');
    if (config.input_type === 'media') return { source, lines: [], is_media: true };
    const { lines, readings } = await readScript(app, workspaceId, { config, is_cached: true });
    return { source, lines, readings, hints: listReadingHints(source, readings) };
  } catch (problem) {
    if (!(problem instanceof SourceFailure)) throw problem;
    const failedSource: SimulatedSource = { source, lines: [], problem };
    if (problem.reading) failedSource.readings = [problem.reading];
    return failedSource;
  }
}

export const MAX_NAMED = 10;

/** What a source skips or guesses in each file: columns, parts of the file, the encoding. */
function listReadingHints(source: PlanNode, readings: readonly FileReading[]): EstimateNote[] {
  const hints: EstimateNote[] = [];
  for (const [index, { filename, reading }] of readings.entries()) {
    const field = filename === null ? 'text' : `upload_ids.${index}`;
    const add = (code: string, text: string) =>
      hints.push({ node_id: source.id, code, field, message: `${filename ?? 'The text'}: ${text}` });
    const {
      columns_unused: unusedColumns,
      skipped_count,
      warning_count,
      encoding,
      encoding_guessed,
    } = reading;
    const [skip] = reading.skipped;
    const [warning] = reading.warnings;
    if (unusedColumns.length === 1)
      add('column_skipped', `the column ${formatNames(unusedColumns)} is skipped.`);
    if (unusedColumns.length > 1)
      add('column_skipped', `${unusedColumns.length} columns are skipped: ${formatNames(unusedColumns)}.`);
    if (skip) {
      const are = skipped_count === 1 ? 'is skipped' : 'are skipped, the first';
      add('parts_skipped', `${countText(skipped_count, 'part')} ${are} in row ${skip.row}. ${skip.message}`);
    }
    if (warning) {
      const may = warning_count === 1 ? 'may be wrong' : 'may be wrong, the first';
      add(
        'parts_doubtful',
        `${countText(warning_count, 'part')} ${may} in row ${warning.row}. ${warning.message}`,
      );
    }
    if (encoding_guessed)
      add('encoding_guessed', `the encoding was not declared. It was detected as ${encoding}.`);
  }
  return hints;
}

/** The first names as text, with the number of the others. */
export function formatNames(names: readonly string[], count = names.length): string {
  const firstNames = names.slice(0, MAX_NAMED);
  const otherCount = count - firstNames.length;
  return `${firstNames.map(quoteForMessage).join(', ')}${otherCount > 0 ? ` and ${otherCount} more` : ''}`;
}
