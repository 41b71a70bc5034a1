import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** The precision of the time when stored audio was last used. A write for each use would be too expensive. */
export const LAST_USE_PRECISION_MS = 3_600_000;

/**
 * Marks stored audio as used and returns the ids that still exist. A concurrent cleanup may be removing old
 * audio: each id is then either missing from the result, or safe for as long as the plan keeps audio. Waits for locked
 * rows; `order by id` prevents deadlocks.
 */
export async function markAudioUsed(
  db: Db,
  workspaceId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const recent = new Date(now.getTime() - LAST_USE_PRECISION_MS);
  const { rows } = await sql<{ id: string }>`
    with stored as (
      select id, used_at from audio where workspace_id = ${workspaceId} and id = any(${[...new Set(ids)]}::text[])
    ), marked as (
      -- Audio that was used recently is not written again.
      update audio set used_at = ${now}
      where workspace_id = ${workspaceId} and id = any(array(
        select id from audio
        where workspace_id = ${workspaceId} and id = any(array(select id from stored where used_at <= ${recent}))
        order by id for no key update
      ))
      returning id
    )
    select id from stored where used_at > ${recent} union all select id from marked`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/**
 * Keeps later runs from using audio whose object is missing in the storage: it no longer counts as a take or master for
 * any line, also not as a locked take, so it is made again. Idempotent.
 */
export async function forgetLostAudio(db: Db, workspaceId: string, id: string): Promise<void> {
  await sql`
    with unlisted as (delete from fallback_take where workspace_id = ${workspaceId} and take_id = ${id}),
      unlocked as (delete from take_lock where workspace_id = ${workspaceId} and take_id = ${id})
    update audio set reuse_key = sha256(convert_to('lost/' || id, 'UTF8'))
    where workspace_id = ${workspaceId} and id = ${id}`.execute(db);
}
