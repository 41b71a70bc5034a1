import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** A take by a fallback, and the request to another provider that it replaces. */
export interface StandIn {
  take_id: string;
  key: Buffer;
}

/**
 * Records on fallback takes which request they replace. Runs share takes; writing rows in a fixed order
 * prevents deadlocks.
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
