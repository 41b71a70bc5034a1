import type { NodeConfig } from '@voiceloom/contract';
import {
  cleanScript,
  detectLanguage,
  fileKey,
  RECORDING_LIST_FORMATS,
  type RecordingFacts,
  readRecordingName,
  ScriptError,
} from '@voiceloom/text';
import type { EngineApp } from '../engine-app.ts';
import type { SourceLine } from '../node-types.ts';
import { lineKey } from './script-lines.ts';
import {
  createSourceFailure,
  EMPTY_SCRIPT_FIELDS,
  findUploads,
  getUpload,
  readUpload,
  type Upload,
} from './uploads.ts';

export type RecordingsConfig = NodeConfig<'source_audio'>;

/** The maximum total size of the files of one source. */
const MAX_BYTES = 20 * 1_073_741_824;

/** A file and the line that it contains. */
export interface Recording {
  upload: Upload;
  /** The config field that names the file. */
  field: string;
  line: SourceLine;
}

/**
 * The lines of a source of recordings, read from the list, the file names and the config. `unmatched`: the names in the
 * list without an upload. `limit_problems`: the limits in the list that cannot be read. Opens no audio file.
 */
export async function readRecordings(
  app: Pick<EngineApp, 'db' | 'storage' | 'texts'>,
  workspaceId: string,
  config: RecordingsConfig,
): Promise<{ recordings: Recording[]; unmatched: string[]; limit_problems: string[] }> {
  const { list_upload_id } = config;
  const ids = [...config.upload_ids];
  if (list_upload_id) ids.push(list_upload_id);
  const uploads = await findUploads(app.db, workspaceId, ids);
  const list = await readList(app, uploads, config);
  const entries = Object.entries(config.scripts);
  const scripts = new Map(entries.map(([name, script]) => [fileKey(name), cleanScript(script)]));
  const recordings: Recording[] = [];
  const indexes = new Map<string, number>();
  const filenames = new Map<string, string>();
  for (const [index, id] of config.upload_ids.entries()) {
    const field = `upload_ids.${index}`;
    const upload = getUpload(uploads, id, field);
    const { filename } = upload;
    const file = fileKey(filename);
    const [row, duplicateRow] = list.get(file) ?? [];
    if (row && duplicateRow) {
      const message = `${filename}: rows ${row.row} and ${duplicateRow.row} of the list both describe this file.`;
      throw createSourceFailure('duplicate_file', message, field);
    }
    const facts = collectFacts(filename, row, scripts.get(file));
    const { line_id, script } = facts;
    const locale_code = facts.locale_code ?? config.source_language ?? detectLocale(filename, script, field);
    // Recordings of one line in several languages share its position.
    const line_index = indexes.get(line_id) ?? indexes.size;
    indexes.set(line_id, line_index);
    const key = lineKey({ line_id, locale_code });
    const earlierFilename = filenames.get(key);
    if (earlierFilename !== undefined) {
      const message = `${filename}: ${earlierFilename} already has the line ID "${line_id}" (${locale_code}).`;
      throw createSourceFailure('duplicate_line_id', message, field);
    }
    filenames.set(key, filename);
    const line = {
      ...facts,
      ...EMPTY_SCRIPT_FIELDS,
      start_ms: null,
      direction: null,
      line_index,
      locale_code,
    };
    recordings.push({ upload, field, line });
  }
  const bytes = recordings.reduce((sum, { upload }) => sum + (upload.size_bytes ?? 0), 0);
  if (bytes > MAX_BYTES) {
    const message = 'The recordings of a source must have at most 20 GiB in total.';
    throw createSourceFailure('recordings_too_large', message, 'upload_ids');
  }
  const files = new Set(recordings.map(({ upload }) => fileKey(upload.filename)));
  const unmatched = [...list.keys()].filter((name) => !files.has(name));
  return { recordings, unmatched, limit_problems: listLimitProblems(list) };
}

/** The limits in the list that cannot be read. */
function listLimitProblems(list: ReadonlyMap<string, RecordingFacts[]>): string[] {
  const problems: string[] = [];
  for (const { row, limit_problem } of [...list.values()].flat())
    if (limit_problem !== null) problems.push(`Row ${row}: ${limit_problem}`);
  return problems;
}

/** What is known about a file. The list takes precedence over the config, and the config over the file name. */
function collectFacts(filename: string, row: RecordingFacts | undefined, script = '') {
  const { line_id, locale_code } = readRecordingName(filename);
  return {
    line_id: row?.line_id ?? line_id,
    locale_code: row?.locale_code ?? locale_code,
    script: row?.script || script,
    character_name: row?.character_name ?? null,
    max_duration_ms: row?.max_duration_ms ?? null,
    notes: row?.notes ?? null,
  };
}

/** The language of the script, if it is clear. Throws otherwise. */
function detectLocale(filename: string, script: string, field: string): string {
  const locale_code = script === '' ? null : detectLanguage(script);
  if (locale_code !== null) return locale_code;
  const message =
    `${filename}: the language could not be detected. Set the source language, name it in the list, ` +
    'or end the file name with it, as in name_en-us.wav.';
  throw createSourceFailure('undecidable_locale', message, field);
}

/** The rows of the list by file. */
async function readList(
  app: Pick<EngineApp, 'storage' | 'texts'>,
  uploads: Map<string, Upload>,
  { list_upload_id: id }: RecordingsConfig,
): Promise<Map<string, RecordingFacts[]>> {
  if (id === null) return new Map();
  const field = 'list_upload_id';
  const upload = getUpload(uploads, id, field);
  const { filename, format } = upload;
  if (!RECORDING_LIST_FORMATS.some((supported) => supported === format)) {
    const formats = RECORDING_LIST_FORMATS.join(', ');
    throw createSourceFailure(
      'unsupported_format',
      `${filename}: a list of recordings must have one of the formats ${formats}.`,
      field,
    );
  }
  try {
    const bytes = await readUpload(app, upload);
    const { rows } = await app.texts.read('recording_list', { bytes, format });
    return Map.groupBy(rows, ({ file }) => file);
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const row = error.row === undefined ? '' : `, ${format === 'json' ? 'entry' : 'row'} ${error.row}`;
    throw createSourceFailure(error.code.toLowerCase(), `${filename}${row}: ${error.message}`, field);
  }
}
