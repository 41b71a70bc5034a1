import { type Voice, VoiceListQuery } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { listPage, type PageRequest } from '../../handler/page.ts';
import { orderOf } from '../../handler/page-order.ts';
import { countListedVoices, selectListedVoices } from './queries.ts';
import { voiceView } from './view.ts';

const keys = {
  name: { column: 'lower(voice.name)', key: 'name_key', type: 'text' },
  created_at: { column: 'voice.created_at', key: 'created_at', type: 'timestamp' },
  uses_count: { column: 'voice.uses_count', key: 'uses_count', type: 'int' },
} as const;

const directions = { name: 'asc', created_at: 'asc', uses_count: 'asc' } as const;

export async function listVoices(
  db: Db,
  { workspaceId, query, url }: { workspaceId: string; query: VoiceListQuery; url: URL },
) {
  return listPage({
    list: 'voices',
    url,
    page: query,
    order: orderOf(query, { keys, directions, first: 'name' }),
    query: selectListedVoices(db, { workspaceId, query }),
    total: countListedVoices(db, { workspaceId, query }),
  });
}

interface VoicesOfModel {
  workspaceId: string;
  provider: Voice['provider'];
  model: string;
  page: PageRequest;
  url: URL;
}

/** The voices that name a model of a provider, by name. */
export async function listVoicesOfModel(
  app: Pick<App, 'db' | 'speech' | 'baseUrl'>,
  { workspaceId, provider, model, page, url }: VoicesOfModel,
) {
  const query = { ...VoiceListQuery.parse({}), ...page, provider: [provider], model: [model] };
  const { items, pagination } = await listVoices(app.db, { workspaceId, query, url });
  return { data: items.map((row) => voiceView(app, row)), pagination };
}
