import type { App } from '../app.ts';
import { misspelledColumns } from '../text/csv-columns.ts';
import { quoteForMessage } from '../text/script-error.ts';
import { configOf } from './chunks/load.ts';
import type { PlanNode } from './plan.ts';
import { unmatchedNames } from './recordings.ts';
import { findScripts } from './script-lines.ts';
import type { EstimateNote } from './source-lines.ts';

type HintApp = Pick<App, 'db' | 'storage'>;

const MOST_NAMED = 10;

/** What a source passes over that was probably meant: misspelled columns, files of a list that are not there. */
export async function sourceHints(
  app: HintApp,
  workspaceId: string,
  source: PlanNode,
): Promise<EstimateNote[]> {
  if (source.type === 'source_audio') return listHints(app, workspaceId, source);
  const { input_type, csv_has_header, upload_ids } = configOf(source, 'source_script');
  if (input_type !== 'file' || !csv_has_header) return [];
  const uploads = await findScripts(app.db, workspaceId, upload_ids);
  const notes: EstimateNote[] = [];
  for (const [index, id] of upload_ids.entries()) {
    const upload = uploads.get(id);
    if (!upload || !['csv', 'tsv'].includes(upload.format)) continue;
    for (const { name, meant } of misspelledColumns(await headerOf(app, upload.object_key))) {
      const message = `${upload.filename}: the column ${quoteForMessage(name)} is passed over; "${meant}" would be understood.`;
      notes.push({ node_id: source.id, code: 'column_passed_over', field: `upload_ids.${index}`, message });
    }
  }
  return notes;
}

/** The names in the first row, as far as the first piece of the file holds them. */
async function headerOf({ storage }: HintApp, key: string): Promise<string[]> {
  for await (const piece of (await storage.get(key)).stream) {
    const [first = ''] = new TextDecoder()
      .decode(piece as Uint8Array)
      .slice(0, 10_000)
      .split(/[\r\n]/, 1);
    return first.split(/[,;\t|]/).map((name) => name.trim().replace(/^"|"$/g, ''));
  }
  return [];
}

async function listHints(app: HintApp, workspaceId: string, source: PlanNode): Promise<EstimateNote[]> {
  const names = await unmatchedNames(app, workspaceId, configOf(source, 'source_audio'));
  if (names.length === 0) return [];
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  const listed = names.slice(0, MOST_NAMED).map(quoteForMessage).join(', ');
  const message = `The list names files that are not among the uploads: ${listed}${more}. Their rows are passed over.`;
  return [{ node_id: source.id, code: 'recordings_not_uploaded', field: 'list_upload_id', message }];
}
