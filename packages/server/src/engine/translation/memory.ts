import { sql } from 'kysely';
import { inBatches } from '../../db/batches.ts';
import type { Db, Row } from '../../db/index.ts';
import { formatKey, normalizeSource, type Task } from './rows.ts';

/** An earlier translation of a workspace, and its origin. */
interface MemoryEntry {
  target: string;
  provider: string;
  model: string | null;
}

const BATCH = 1_000;
/** The minimum time between two records of a use. Otherwise, every read would cause a write. */
const USED_EVERY_MS = 24 * 60 * 60_000;

/** The workspace's own translations for tasks, by key. */
export async function findMemoryEntries(
  db: Db,
  workspaceId: string,
  tasks: readonly Task[],
): Promise<Map<string, MemoryEntry>> {
  const keys = new Map(tasks.map((task) => [formatKey(task), task.key]));
  const digests = [...keys.values()];
  const entries = new Map<string, MemoryEntry>();
  for (const batch of inBatches(digests, BATCH)) {
    const rows = await db
      .selectFrom('translation_memory')
      .select(['key', 'target', 'provider', 'model'])
      .where('workspace_id', '=', workspaceId)
      .where('key', 'in', batch)
      .execute();
    for (const { key, ...entry } of rows) entries.set(key.toString('hex'), entry);
  }
  return entries;
}

/** Marks translations as used, once a day. Rows that another run is writing are skipped. */
export async function markMemoryUsed(
  db: Db,
  workspaceId: string,
  { keys, now }: { keys: readonly Buffer[]; now: Date },
): Promise<void> {
  if (keys.length === 0) return;
  const usedBefore = new Date(now.getTime() - USED_EVERY_MS);
  await sql`
    update translation_memory set used_at = ${now} where workspace_id = ${workspaceId} and key = any(array(
      select key from translation_memory
      where workspace_id = ${workspaceId} and key = any(${keys}::bytea[]) and used_at < ${usedBefore}
      for no key update skip locked))`.execute(db);
}

export interface NewTranslation {
  task: Task;
  target: string;
  provider: string;
  model: string;
}

/**
 * Stores translations as soon as they have passed their checks, because they are paid for even if the run
 * fails. A newer translation replaces an older one. Rows are written in a fixed order to prevent deadlocks
 * between runs.
 */
export async function upsertTranslations(
  db: Db,
  workspaceId: string,
  { translations, now }: { translations: readonly NewTranslation[]; now: Date },
): Promise<void> {
  const byKey = new Map(translations.map((entry) => [formatKey(entry.task), entry]));
  const rows = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1));
  if (rows.length === 0) return;
  await db
    .insertInto('translation_memory')
    .values(
      rows.map(([, { task, target, provider, model }]) => ({
        workspace_id: workspaceId,
        key: task.key,
        source_locale: task.line.locale_code,
        target_locale: task.target_locale,
        source: task.line.script,
        target,
        provider,
        model,
        created_at: now,
        used_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'key']).doUpdateSet((eb) => ({
        target: eb.ref('excluded.target'),
        provider: eb.ref('excluded.provider'),
        model: eb.ref('excluded.model'),
        created_at: eb.ref('excluded.created_at'),
        used_at: eb.ref('excluded.used_at'),
      })),
    )
    .execute();
}

const DAY_MS = 24 * 60 * 60_000;
const MAX_UNUSED_MS = 400 * DAY_MS;
const MAX_ORPHANED_MS = 30 * DAY_MS;
const MAX_SWEPT_ROWS = 5_000;

/** Removes translations that were unused for 400 days, and those of workspaces deleted 30 days ago. */
export async function sweepTranslations(db: Db, now: Date): Promise<void> {
  const unusedSince = new Date(now.getTime() - MAX_UNUSED_MS);
  const goneSince = new Date(now.getTime() - MAX_ORPHANED_MS);
  await sql`
    delete from translation_memory where (workspace_id, key) in (
      (select workspace_id, key from translation_memory where used_at < ${unusedSince} limit ${MAX_SWEPT_ROWS})
      union all
      (select memory.workspace_id, memory.key from workspace
        join translation_memory memory on memory.workspace_id = workspace.id
        where workspace.deleted_at < ${goneSince} limit ${MAX_SWEPT_ROWS})
    )`.execute(db);
}

/** The translations of the run to retry, so that its lines keep their wording. */
export interface EarlierTranslations {
  find(
    line: { line_id: string } & Task['line'],
    target_locale: string,
  ): Pick<Row<'run_line'>, 'script' | 'translation'> | undefined;
}

/** Identifies a translation by its line, source text and locale. */
const createKey = (line: { line_id: string; locale_code: string; script: string }, target: string): string =>
  JSON.stringify([line.line_id, line.locale_code, normalizeSource(line.script), target]);

/** This node's translations in the earlier run. Failed ones are missing. */
export async function findEarlierTranslations(
  db: Db,
  { run_id, node_id, line_ids }: { run_id: string | null; node_id: string; line_ids: string[] },
): Promise<EarlierTranslations> {
  if (run_id === null || line_ids.length === 0) return { find: () => undefined };
  const rows = await db
    .selectFrom('run_line as made')
    .innerJoin('run_line as source', (join) =>
      join.onRef('source.run_id', '=', 'made.run_id').onRef('source.no', '=', 'made.source_no'),
    )
    .select(['made.script as target', 'made.locale_code as target_locale', 'made.translation'])
    .select(['source.line_id', 'source.locale_code', 'source.script'])
    .where('source.run_id', '=', run_id)
    .where(sql<boolean>`source.line_id = any(${line_ids}::text[])`)
    .where('made.node_id', '=', node_id)
    .where('made.script', '<>', '')
    .execute();
  const byKey = new Map(rows.map((row) => [createKey(row, row.target_locale), row]));
  return {
    find(line, target) {
      const row = byKey.get(createKey(line, target));
      return row && { script: row.target, translation: row.translation };
    },
  };
}
