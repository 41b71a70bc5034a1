import { countText, quoteForMessage } from '@voiceloom/text';
import type { App } from '../../app.ts';
import type { FileReading } from '../../db/rows.ts';
import type { PlanNode } from '../plan.ts';
import { configOf } from '../plan.ts';
import { unmatchedNames } from './recordings.ts';
import type { EstimateNote } from './source-lines.ts';

const MOST_NAMED = 10;

/** What a source skips or guesses in each file: columns, parts of the file, the encoding. */
export function readingHints(source: PlanNode, readings: readonly FileReading[]): EstimateNote[] {
  return readings.flatMap(({ filename, reading }, index) => {
    const name = filename ?? 'The text';
    const field = filename === null ? 'text' : `upload_ids.${index}`;
    const note = (code: string, message: string): EstimateNote => ({
      node_id: source.id,
      code,
      field,
      message: `${name}: ${message}`,
    });
    const { columns_unused: unused, skipped_count, skipped, encoding, encoding_guessed } = reading;
    const [first] = skipped;
    return [
      ...(unused.length > 0
        ? [
            note(
              'column_skipped',
              unused.length === 1
                ? `the column ${listed(unused)} is skipped.`
                : `${unused.length} columns are skipped: ${listed(unused)}.`,
            ),
          ]
        : []),
      ...(first ? [note('parts_skipped', skippedText(skipped_count, first))] : []),
      ...(encoding_guessed
        ? [note('encoding_guessed', `the encoding was not declared. It was detected as ${encoding}.`)]
        : []),
    ];
  });
}

function skippedText(count: number, { row, message }: { row: number; message: string }): string {
  const parts = `${countText(count, 'part')} ${count === 1 ? 'is skipped' : 'are skipped, the first'}`;
  return `${parts} in row ${row}. ${message}`;
}

function listed(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return names.slice(0, MOST_NAMED).map(quoteForMessage).join(', ') + more;
}

/** Rows of a list without an uploaded recording. */
export async function recordingHints(
  app: Pick<App, 'db' | 'storage'>,
  workspaceId: string,
  source: PlanNode,
): Promise<EstimateNote[]> {
  const names = await unmatchedNames(app, workspaceId, configOf(source, 'source_audio'));
  if (names.length === 0) return [];
  const message = `The list describes files that are not among the uploads: ${listed(names)}. Their rows are skipped.`;
  return [{ node_id: source.id, code: 'recordings_not_uploaded', field: 'list_upload_id', message }];
}
