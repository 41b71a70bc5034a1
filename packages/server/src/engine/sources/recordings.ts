import type { NodeConfig } from '@voiceloom/contract';
import {
  cleanScript,
  detectLanguage,
  fileKey,
  RECORDING_LIST_FORMATS,
  type RecordingFacts,
  readRecordingList,
  readRecordingName,
  ScriptError,
} from '@voiceloom/text';
import type { Db } from '../../db/index.ts';
import type { EngineApp } from '../engine-app.ts';
import type { SourceLine } from '../model.ts';
import { lineKey, ScriptProblem } from './script-lines.ts';
import { readUpload } from './uploaded.ts';

export type RecordingsConfig = NodeConfig<'source_audio'>;

/** The maximum total size of the files of one source. */
const MOST_BYTES = 20 * 1_073_741_824;

export interface RecordingUpload {
  id: string;
  filename: string;
  format: string;
  object_key: string;
  size_bytes: number | null;
  checksum_sha256: string | null;
}

/** A file and the line that it contains. */
export interface Recording {
  upload: RecordingUpload;
  /** The config field that names the file. */
  field: string;
  line: SourceLine;
}

/** The lines of a source of recordings, from the list, the file names and the config. Opens no audio file. */
export async function readRecordings(
  app: Pick<EngineApp, 'db' | 'storage'>,
  workspaceId: string,
  config: RecordingsConfig,
): Promise<Recording[]> {
  const uploads = await findUploads(app.db, workspaceId, [
    ...config.upload_ids,
    ...(config.list_upload_id ? [config.list_upload_id] : []),
  ]);
  const list = await listOf(app, uploads, config);
  const scripts = new Map(
    Object.entries(config.scripts).map(([name, script]): [string, string] => [
      fileKey(name),
      cleanScript(script),
    ]),
  );
  const lines: Recording[] = [];
  const indexes = new Map<string, number>();
  const names = new Map<string, string>();
  for (const [index, id] of config.upload_ids.entries()) {
    const field = `upload_ids.${index}`;
    const upload = uploads.get(id);
    if (!upload) throw fault('upload_not_found', `There is no confirmed upload ${id}.`, field);
    const facts = factsFor(upload, { list, scripts, field });
    const locale_code = localeOf(upload, facts, { config, field });
    const line_index = indexes.get(facts.line_id) ?? indexes.size;
    indexes.set(facts.line_id, line_index);
    const key = lineKey({ line_id: facts.line_id, locale_code });
    const earlier = names.get(key);
    if (earlier !== undefined) {
      const message = `${upload.filename}: ${earlier} already has the line ID "${facts.line_id}" (${locale_code}).`;
      throw fault('duplicate_line_id', message, field);
    }
    names.set(key, upload.filename);
    const fixed = {
      source_line_id: null,
      source_script: null,
      source_locale_code: null,
      markup: null,
      start_ms: null,
      line_index,
      locale_code,
    };
    lines.push({ upload, field, line: { ...facts, ...fixed } });
  }
  checkBytes(lines);
  return lines;
}

/** Names in the list without an upload. */
export async function unmatchedNames(
  app: Pick<EngineApp, 'db' | 'storage'>,
  workspaceId: string,
  config: RecordingsConfig,
): Promise<string[]> {
  if (config.list_upload_id === null) return [];
  const uploads = await findUploads(app.db, workspaceId, [...config.upload_ids, config.list_upload_id]);
  const files = new Set(config.upload_ids.map((id) => fileKey(uploads.get(id)?.filename ?? '')));
  return [...(await listOf(app, uploads, config)).keys()].filter((name) => !files.has(name));
}

type Known = Pick<
  SourceLine,
  'line_id' | 'script' | 'character_name' | 'max_duration_ms' | 'notes' | 'direction'
> & {
  locale_code: string | null;
};

interface Sources {
  list: Map<string, RecordingFacts[]>;
  scripts: Map<string, string>;
  field: string;
}

/** The list takes precedence over the config, and the config over the file name. */
function factsFor({ filename }: RecordingUpload, { list, scripts, field }: Sources): Known {
  const key = fileKey(filename);
  const named = readRecordingName(filename);
  const [row, second] = list.get(key) ?? [];
  if (row && second) {
    const message = `${filename}: rows ${row.row} and ${second.row} of the list both describe this file.`;
    throw fault('duplicate_file', message, field);
  }
  return {
    line_id: row?.line_id ?? named.line_id,
    locale_code: row?.locale_code ?? named.locale_code,
    script: row?.script || (scripts.get(key) ?? ''),
    character_name: row?.character_name ?? null,
    max_duration_ms: row?.max_duration_ms ?? null,
    notes: row?.notes ?? null,
    direction: null,
  };
}

function localeOf(
  { filename }: RecordingUpload,
  { locale_code, script }: Known,
  { config, field }: { config: RecordingsConfig; field: string },
): string {
  const locale = locale_code ?? config.source_language ?? (script === '' ? null : detectLanguage(script));
  if (locale !== null) return locale;
  const message =
    `${filename}: the language could not be detected. Set the source language, name it in the list, ` +
    'or end the file name with it, as in name_en-us.wav.';
  throw fault('undecidable_locale', message, field);
}

async function listOf(
  app: Pick<EngineApp, 'storage'>,
  uploads: Map<string, RecordingUpload>,
  { list_upload_id: id }: RecordingsConfig,
): Promise<Map<string, RecordingFacts[]>> {
  if (id === null) return new Map();
  const upload = uploads.get(id);
  const field = 'list_upload_id';
  if (!upload) throw fault('upload_not_found', `There is no confirmed upload ${id}.`, field);
  const { filename, format } = upload;
  if (!RECORDING_LIST_FORMATS.some((known) => known === format)) {
    const formats = RECORDING_LIST_FORMATS.join(', ');
    throw fault(
      'unsupported_format',
      `${filename}: a list of recordings must have one of the formats ${formats}.`,
      field,
    );
  }
  try {
    const facts = readRecordingList(await readUpload(app, upload), format);
    return Map.groupBy(facts, ({ file }) => file);
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const row = error.row === undefined ? '' : `, ${format === 'json' ? 'entry' : 'row'} ${error.row}`;
    throw fault(error.code.toLowerCase(), `${filename}${row}: ${error.message}`, field);
  }
}

function checkBytes(recordings: Recording[]): void {
  const bytes = recordings.reduce((sum, { upload }) => sum + (upload.size_bytes ?? 0), 0);
  if (bytes <= MOST_BYTES) return;
  throw fault(
    'recordings_too_large',
    'The recordings of a source must have at most 20 GiB in total.',
    'upload_ids',
  );
}

export function fault(code: string, message: string, field: string): ScriptProblem {
  return new ScriptProblem(code, message, [{ field, message }]);
}

async function findUploads(
  db: Db,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, RecordingUpload>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('upload')
    .select(['id', 'filename', 'format', 'object_key', 'size_bytes', 'checksum_sha256'])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'confirmed')
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
