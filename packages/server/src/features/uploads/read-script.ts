import { NODE_TYPES, type UploadScript, type UploadScriptQuery } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { readScript, ScriptProblem } from '../../engine/index.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { findUpload } from './queries.ts';

const MOST_LINES = 50;

interface Wanted {
  workspace_id: string;
  id: string;
  query: UploadScriptQuery;
}

const PREFIX = 'columns.';

/** The `columns` of a config. In a query all values are texts; without a header row they are indexes. */
function columnsOf({ csv_has_header, ...query }: UploadScriptQuery): Record<string, string | number> {
  const named = Object.entries(query).filter(([name]) => name.startsWith(PREFIX));
  return Object.fromEntries(
    named.map(([name, value]) => {
      const isIndex = !csv_has_header && /^\d{1,4}$/.test(value);
      return [name.slice(PREFIX.length), isIndex ? Number(value) : value];
    }),
  );
}

/** An uploaded script as a run of the workspace would read it. */
export async function readUploadedScript(
  app: Pick<App, 'db' | 'storage'>,
  { workspace_id, id, query }: Wanted,
): Promise<UploadScript> {
  const upload = await findUpload(app.db, { workspaceId: workspace_id, uploader: undefined }, id);
  if (!upload) throw notFound('upload');
  if (upload.status !== 'confirmed') {
    throw new ApiError('CONFLICT', 'The upload is not confirmed. Confirm it first.');
  }
  const { csv_has_header, csv_column = null, source_language = null } = query;
  const reading = { csv_has_header, csv_column, columns: columnsOf(query), source_language };
  const named = { input_type: 'file', upload_ids: [id], ...reading };
  const config = NODE_TYPES.source_script.config.parse(named);
  try {
    const { lines, readings } = await readScript(app, workspace_id, {
      config,
      again: true,
      first_lines: MOST_LINES,
    });
    const [file] = readings;
    if (!file) throw notFound('upload');
    return {
      upload_id: id,
      filename: upload.filename,
      reading: file.reading,
      lines: lines.map(({ line_index: _index, markup: _markup, source_line_id = null, ...line }) => ({
        ...line,
        source_line_id,
      })),
    };
  } catch (error) {
    if (!(error instanceof ScriptProblem)) throw error;
    throw invalid(
      ...error.details.map(({ field, message }) => ({
        field: field.replace('upload_ids.0', 'script'),
        message,
      })),
    );
  }
}
