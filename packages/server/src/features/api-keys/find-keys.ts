import { Uuid } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { hashSecret, isWellFormed } from './secret.ts';

/** The part of a key that the API shows: the start and, for some keys, the end. `vl_live_8fK2`, `vl_live_8fK2…x9Qd` */
const PREVIEW = /^([A-Za-z0-9]+_live_[0-9A-Za-z]{4})(?:(?:…|\.\.\.)([0-9A-Za-z]{4}))?$/;

export type FoundKey = Awaited<ReturnType<typeof findKeysByText>>[number];

/**
 * Finds the keys of all workspaces with this ID, value or prefix, for an operator. An incomplete prefix finds nothing,
 * so that it never selects other people's keys.
 */
export async function findKeysByText(
  { db, config }: Pick<App, 'db' | 'config'>,
  { text, limit }: { text: string; limit: number },
) {
  const keys = db
    .selectFrom('api_key')
    .innerJoin('workspace', 'workspace.id', 'api_key.workspace_id')
    .innerJoin('app_user', 'app_user.id', 'api_key.created_by')
    .select(['api_key.id', 'api_key.name', 'api_key.key_prefix', 'api_key.key_suffix'])
    .select(['api_key.workspace_id', 'api_key.created_by', 'api_key.created_at', 'api_key.last_used_at'])
    .select(['api_key.revoked_at', 'api_key.expires_at', 'workspace.name as workspace_name'])
    .select('app_user.email as creator_email')
    .orderBy('api_key.created_at', 'desc')
    .orderBy('api_key.id')
    .limit(limit);
  if (Uuid.safeParse(text).success) return keys.where('api_key.id', '=', text.toLowerCase()).execute();
  if (isWellFormed(text, config.api_key_prefix))
    return keys.where('api_key.key_hash', '=', hashSecret(text)).execute();
  const [, prefix, suffix] = PREVIEW.exec(text) ?? [];
  if (prefix === undefined) return [];
  return keys
    .where('api_key.key_prefix', '=', prefix)
    .$if(suffix !== undefined, (query) => query.where('api_key.key_suffix', '=', suffix ?? ''))
    .execute();
}
