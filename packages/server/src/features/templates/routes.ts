import type { contract, TemplateListQuery } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { compilePlan, estimateCreditRates, loadPayers, NO_PAYERS } from '../../engine/index.ts';
import { emptyReply, type Handlers } from '../../handler/handler.ts';
import { type ListOrder, listViews } from '../../lists/page.ts';
import { workflowReply } from '../workflows/index.ts';
import {
  changeTemplate,
  cloneTemplate,
  createTemplate,
  deleteTemplate,
  favoriteTemplate,
  toTemplateChanges,
  toViewer,
} from './actions.ts';
import { deleteFavorite, getTemplate, selectGallery, selectMine } from './queries.ts';
import { templateReply, templateView } from './view.ts';

/** The operations on templates and on the gallery. */
export function templateRoutes(app: App): Handlers<typeof contract.templates> {
  return {
    list: ({ caller, query, url }) => {
      // With an API key, private templates of other workspaces stay hidden, even if the key's creator belongs to them.
      const workspaceId = caller.kind === 'api_key' ? (caller.workspace?.id ?? null) : null;
      return listViews({
        list: 'templates',
        url,
        page: query,
        order: [ORDERS[query.sort]],
        query: selectGallery(app.db, { userId: caller.user_id, within: workspaceId, query }),
        view: templateView,
      });
    },
    mine: ({ caller, query, url }) =>
      listViews({
        list: 'my_templates',
        url,
        page: query,
        order: [ORDERS[query.sort]],
        query: selectMine(app.db, toViewer(caller), query),
        view: templateView,
      }),
    get: async ({ caller, params }) =>
      templateReply(await getTemplate(app.db, toViewer(caller), params.template_id)),
    estimate: async ({ caller, params }) => {
      const { id, definition } = templateView(
        await getTemplate(app.db, toViewer(caller), params.template_id),
      );
      let payers = NO_PAYERS;
      if (caller.workspace) payers = await loadPayers(app.db, caller.workspace.id);
      return { data: { template_id: id, ...estimateCreditRates(app, compilePlan(definition), payers) } };
    },
    create: async ({ caller, body, now }) => templateReply(await createTemplate(app, { caller, body, now })),
    update: async ({ caller, params, body, ifMatch, now }) => {
      const write = { caller, id: params.template_id, ifMatch, now };
      return templateReply(await changeTemplate(app, write, toTemplateChanges(body)));
    },
    delete: ({ caller, params, ifMatch, now }) =>
      emptyReply(deleteTemplate(app, { caller, id: params.template_id, ifMatch, now })),
    clone: async ({ caller, params, body, now }) =>
      workflowReply(await cloneTemplate(app, { caller, id: params.template_id, name: body.name, now })),
    favorite: async ({ caller, params, now }) =>
      templateReply(await favoriteTemplate(app, { caller, id: params.template_id, now })),
    unfavorite: ({ caller, params }) =>
      // The response does not reveal whether the template exists or was a favorite.
      emptyReply(deleteFavorite(app.db, caller.user_id, params.template_id)),
  };
}

const ORDERS: Record<TemplateListQuery['sort'], ListOrder> = {
  recent: { column: 'template.created_at', direction: 'desc', key: 'created_at', type: 'timestamp' },
  popular: { column: 'template.uses_count', direction: 'desc', key: 'uses_count', type: 'int' },
  name: { column: 'lower(template.name)', direction: 'asc', key: 'name_key', type: 'text' },
};
