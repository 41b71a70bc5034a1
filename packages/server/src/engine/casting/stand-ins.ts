import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** A take, and the request to another provider that a fallback spoke it for. */
export interface StandIn {
  take_id: string;
  key: Buffer;
}

/**
 * Keeps with the takes of fallbacks what they stand for. Runs share takes: rows are written in one order, so that none waits for
 * another in a circle.
 */
export async function noteStandIns(
  tx: Db,
  workspaceId: string,
  { standIns, now }: { standIns: readonly StandIn[]; now: Date },
): Promise<void> {
  if (standIns.length === 0) return;
  await sql`
    insert into stand_in (workspace_id, take_id, key, created_at)
    select ${workspaceId}, take_id, decode(key, 'hex'), ${now}
    from unnest(
      ${standIns.map(({ take_id }) => take_id)}::text[], ${standIns.map(({ key }) => key.toString('hex'))}::text[]
    ) as given (take_id, key)
    where exists (
      select 1 from audio where audio.workspace_id = ${workspaceId} and audio.id = given.take_id
    )
    order by take_id, key
    on conflict do nothing`.execute(tx);
}
