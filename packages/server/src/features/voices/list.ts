import type { VoiceListQuery } from '@voiceloom/contract';
import type { Db } from '../../db/index.ts';
import { listPage } from '../../page.ts';
import { countListedVoices, selectListedVoices } from './queries.ts';

const KEYS = {
  name: { column: 'lower(voice.name)', key: 'name_key', type: 'text' },
  created_at: { column: 'voice.created_at', key: 'created_at', type: 'timestamp' },
  uses_count: { column: 'voice.uses_count', key: 'uses_count', type: 'int' },
} as const;

export async function listVoices(
  db: Db,
  { workspaceId, query, url }: { workspaceId: string; query: VoiceListQuery; url: URL },
) {
  return listPage({
    list: 'voices',
    url,
    page: query,
    order: [{ ...KEYS[query.sort], direction: query.order }],
    query: selectListedVoices(db, { workspaceId, query }),
    total: () => countListedVoices(db, { workspaceId, query }),
  });
}
