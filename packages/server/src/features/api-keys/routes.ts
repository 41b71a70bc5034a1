import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler/handler.ts';
import { latestFirst, listViews } from '../../lists/page.ts';
import { changeApiKey, createApiKey, getApiKey, revokeApiKey, rotateApiKey } from './actions.ts';
import { selectListedApiKeys } from './queries.ts';
import { apiKeyReply, apiKeyView } from './view.ts';

/** The operations on API keys. Members see only the keys that they created. */
export function apiKeyRoutes(app: App): Handlers<typeof contract.apiKeys> {
  return {
    list: ({ caller, query, url, now }) => {
      const createdBy = caller.workspace.role === 'admin' ? undefined : caller.user_id;
      const list = { workspaceId: caller.workspace.id, createdBy, status: query.status, now };
      return listViews({
        list: 'api_keys',
        url,
        page: query,
        order: latestFirst('api_key'),
        query: selectListedApiKeys(app.db, list),
        counted: true,
        view: (row) => apiKeyView(row, now),
      });
    },
    create: async ({ caller, body, now }) => {
      const { row, api_key } = await createApiKey(app, { caller, body, now });
      return { data: { ...apiKeyView(row, now), api_key } };
    },
    get: async ({ caller, params, now }) =>
      apiKeyReply(await getApiKey(app, { caller, id: params.key_id, now }), now),
    update: async ({ caller, params, body, ifMatch, now }) =>
      apiKeyReply(await changeApiKey(app, { caller, id: params.key_id, body, ifMatch, now }), now),
    rotate: async ({ caller, params, body, now }) => {
      const { oldRow, newRow, api_key } = await rotateApiKey(app, {
        caller,
        id: params.key_id,
        now,
        ...body,
      });
      return { data: { old_key: apiKeyView(oldRow, now), new_key: { ...apiKeyView(newRow, now), api_key } } };
    },
    delete: async ({ caller, params, ifMatch, now }) =>
      apiKeyReply(await revokeApiKey(app, { caller, id: params.key_id, ifMatch, now }), now),
  };
}
