import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { App } from '../../../app.ts';
import { inBatches } from '../../../db/batches.ts';
import type { Db } from '../../../db/index.ts';
import { ApiError } from '../../../errors.ts';
import { addOperatorActivity, type Operator } from '../../../ledger/activity.ts';
import { isStorageError } from '../../../storage/index.ts';
import { meter } from '../../../storage/meter.ts';
import { getPersonalWorkspaceId } from '../../workspaces/index.ts';
import { buildOwnRows, type DataTable, getSubject, listExportColumns, readDataTables } from './catalog.ts';
import { listObjects } from './objects.ts';

const ROWS_AT_ONCE = 500;
const OBJECTS_AT_ONCE = 4;

/** The content of an export, which is written to `manifest.json`. */
export interface Manifest {
  format: 'voiceloom-export';
  version: 1;
  user_id: string;
  made_at: Date;
  workspace_ids: string[];
  /** The number of rows of each table. Tables without rows are listed, but have no file. */
  tables: Record<string, number>;
  objects: { count: number; size_bytes: number; missing: number };
}

/**
 * Exports all data of a person to a new directory: rows from one snapshot, and objects. The directory has a temporary
 * name until the export is complete.
 */
export async function exportUser(
  { db, storage }: Pick<App, 'db' | 'storage'>,
  request: {
    user_id: string;
    /** The directory to create. It must not exist yet. */
    directory: string;
    operator: Operator;
    now: Date;
  },
): Promise<Manifest> {
  const { user_id, directory, operator, now } = request;
  const target = resolve(directory);
  if (await stat(target).catch(() => undefined))
    throw new ApiError('CONFLICT', `${target} exists. Name a directory that does not.`);
  const personal = await getPersonalWorkspaceId(db, user_id);
  const subject = await getSubject(db, user_id);
  const draft = await mkdtemp(join(dirname(target), `${basename(target)}.draft-`)).catch((error: unknown) => {
    throw new ApiError('CONFLICT', `The export cannot be written: ${String(error)}`);
  });
  try {
    await mkdir(join(draft, 'tables'));
    // One snapshot for all tables. Objects take longer, so they are exported after it.
    const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    const tables = await snapshot.execute(async (tx) => {
      const counts: Record<string, number> = {};
      for (const table of await readDataTables(tx)) {
        const ownRows = buildOwnRows(table, subject);
        if (ownRows) counts[table.name] = await exportTable(tx, { table, ownRows, draft });
      }
      return counts;
    });
    const objects = await exportObjects({ storage }, draft, subject.workspace_ids);
    const workspace_ids = [...subject.workspace_ids];
    const about = { format: 'voiceloom-export', version: 1, user_id, made_at: now, workspace_ids } as const;
    const manifest: Manifest = { ...about, tables, objects };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(join(draft, 'manifest.json'), text);
    await addSum(draft, 'manifest.json', createHash('sha256').update(text).digest('hex'));
    const entry = { workspace_id: personal, kind: 'user_exported', resource: { type: 'user', id: user_id } };
    await addOperatorActivity(db, operator, entry, now);
    await rename(draft, target);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Writes rows of a table as one line of JSON each, and their checksum. Returns their number. Reads with a cursor, to
 * limit memory.
 */
async function exportTable(
  tx: Db,
  { table, ownRows, draft }: { table: DataTable; ownRows: RawBuilder<SqlBool>; draft: string },
): Promise<number> {
  const columns = sql.join(listExportColumns(table).map((name) => sql.ref(name)));
  await sql`declare exported no scroll cursor for
    select row_to_json(line)::text as line
    from (select ${columns} from ${sql.table(table.name)} where ${ownRows}) line`.execute(tx);
  const name = `tables/${table.name}.ndjson`;
  const hash = createHash('sha256');
  let count = 0;
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from exported`.execute(tx);
    if (rows.length === 0) break;
    const text = rows.map(({ line }) => `${line}\n`).join('');
    hash.update(text);
    count += rows.length;
    await appendFile(join(draft, name), text);
  }
  await sql`close exported`.execute(tx);
  if (count > 0) await addSum(draft, name, hash.digest('hex'));
  return count;
}

/** Copies the stored objects of the workspaces. Counts those whose file is missing. */
async function exportObjects(
  app: Pick<App, 'storage'>,
  draft: string,
  workspaceIds: readonly string[],
): Promise<Manifest['objects']> {
  const total = { count: 0, size_bytes: 0, missing: 0 };
  for await (const page of listObjects(app, workspaceIds))
    for (const keys of inBatches(page, OBJECTS_AT_ONCE)) {
      const sizes = await Promise.all(keys.map((key) => exportObject(app, draft, key)));
      for (const size_bytes of sizes) {
        total[size_bytes === undefined ? 'missing' : 'count'] += 1;
        total.size_bytes += size_bytes ?? 0;
      }
    }
  return total;
}

/** Returns the size, or undefined if the object was deleted after it was listed. */
async function exportObject({ storage }: Pick<App, 'storage'>, draft: string, key: string) {
  const content = await storage.get(key).catch((error: unknown) => {
    if (isStorageError(error, 'NOT_FOUND')) return undefined;
    throw error;
  });
  if (!content) return undefined;
  const name = `objects/${key}`;
  await mkdir(dirname(join(draft, name)), { recursive: true });
  const meteredStream = meter(content.stream, {});
  await pipeline(meteredStream.chunks, createWriteStream(join(draft, name), { flags: 'wx' }));
  const { sha256, size_bytes } = meteredStream.measurements();
  await addSum(draft, name, sha256);
  return size_bytes;
}

/** Adds a line in the format of `sha256sum --check`. */
const addSum = (draft: string, name: string, sha256: string): Promise<void> =>
  appendFile(join(draft, 'SHA256SUMS'), `${sha256}  ${name}\n`);
