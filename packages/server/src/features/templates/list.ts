import type { TemplateListQuery } from '@voiceloom/contract';
import type { Db } from '../../db/index.ts';
import type { Caller } from '../../handler/handler.ts';
import { type ListOrder, listPage } from '../../handler/page.ts';
import { selectGallery, selectMine, type Viewer } from './queries.ts';

const ORDERS: Record<TemplateListQuery['sort'], ListOrder> = {
  recent: { column: 'template.created_at', direction: 'desc', key: 'created_at', type: 'timestamp' },
  popular: { column: 'template.uses_count', direction: 'desc', key: 'uses_count', type: 'int' },
  name: { column: 'lower(template.name)', direction: 'asc', key: 'name_key', type: 'text' },
};

/** An API key sees nothing private of other workspaces than its own, not even of its creator's. */
export async function listGallery(
  db: Db,
  { caller, query, url }: { caller: Caller; query: TemplateListQuery; url: URL },
) {
  const within = caller.kind === 'api_key' ? (caller.workspace?.id ?? null) : null;
  return listPage({
    list: 'templates',
    url,
    page: query,
    order: [ORDERS[query.sort]],
    query: selectGallery(db, { userId: caller.user_id, within, query }),
  });
}

export async function listMine(
  db: Db,
  { viewer, query, url }: { viewer: Viewer; query: TemplateListQuery; url: URL },
) {
  return listPage({
    list: 'my_templates',
    url,
    page: query,
    order: [ORDERS[query.sort]],
    query: selectMine(db, viewer, query),
  });
}
