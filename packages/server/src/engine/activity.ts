import type { ActivityAction } from '@voiceloom/contract';
import type { Db } from '../db/index.ts';
import type { JsonObject } from '../db/rows.ts';
import type { WorkspaceCaller } from '../handler.ts';
import { newId } from '../ids.ts';

export interface NewActivity {
  workspace_id: string;
  /** Null where the service acts by itself. */
  user_id: string | null;
  action: ActivityAction;
  /** More exactly: `<what>_<happened>`. */
  kind: string;
  resource: { type: string; id?: string | null; name?: string | null };
  metadata?: JsonObject;
  /** The address that the request came from. */
  ip?: string | null;
}

/** Who did it, from where. */
export function byCaller(
  caller: WorkspaceCaller,
): Required<Pick<NewActivity, 'workspace_id' | 'user_id' | 'ip'>> {
  return { workspace_id: caller.workspace.id, user_id: caller.user_id, ip: caller.ip };
}

/** Writes an entry of the activity log in the transaction of what it tells of. */
export async function addActivity(tx: Db, entry: NewActivity, now: Date): Promise<void> {
  const { resource, metadata, ip, ...rest } = entry;
  await tx
    .insertInto('activity')
    .values({
      ...rest,
      id: newId(),
      resource_type: resource.type,
      resource_id: resource.id ?? null,
      resource_name: resource.name ?? null,
      metadata: metadata ? JSON.stringify(metadata) : null,
      ip: ip ?? null,
      created_at: now,
    })
    .execute();
}
