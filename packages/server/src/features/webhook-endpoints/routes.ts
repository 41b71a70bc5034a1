import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { emptyReply, type Handlers } from '../../handler/handler.ts';
import { latestFirst, listViews } from '../../lists/page.ts';
import { changeEndpoint, createEndpoint, removeEndpoint, rotateSecret } from './actions.ts';
import { getEndpoint, selectDeliveries, selectEndpoints } from './queries.ts';
import { redeliver, testEndpoint } from './send.ts';
import { deliveryView, endpointReply, endpointView } from './view.ts';

/** The operations on webhook endpoints and their deliveries. */
export function webhookEndpointRoutes(app: App): Handlers<typeof contract.webhookEndpoints> {
  return {
    list: ({ caller, query, url, now }) =>
      listViews({
        list: 'webhook_endpoints',
        url,
        page: query,
        order: latestFirst('webhook_endpoint'),
        query: selectEndpoints(app.db, caller.workspace.id),
        view: (row) => endpointView(row, now),
      }),
    create: async ({ caller, body, now }) => {
      const { row, secret } = await createEndpoint(app, { caller, body, now });
      return { data: { ...endpointView(row, now), secret } };
    },
    get: async ({ caller, params, now }) =>
      endpointReply(await getEndpoint(app.db, caller.workspace.id, params.endpoint_id), now),
    update: async ({ caller, params, body, ifMatch, now }) =>
      endpointReply(await changeEndpoint(app, { caller, id: params.endpoint_id, body, ifMatch, now }), now),
    delete: ({ caller, params, ifMatch, now }) =>
      emptyReply(removeEndpoint(app, { caller, id: params.endpoint_id, ifMatch, now })),
    rotateSecret: async ({ caller, params, now }) => {
      const { row, secret } = await rotateSecret(app, { caller, id: params.endpoint_id, now });
      return { data: { ...endpointView(row, now), secret } };
    },
    test: async ({ caller, params, now }) => ({
      data: deliveryView(await testEndpoint(app, { caller, id: params.endpoint_id, now })),
    }),
    deliveries: async ({ caller, params, query, url }) => {
      const endpoint = await getEndpoint(app.db, caller.workspace.id, params.endpoint_id);
      return listViews({
        list: 'webhook_deliveries',
        url,
        page: query,
        order: latestFirst('webhook_delivery'),
        query: selectDeliveries(app.db, endpoint),
        view: deliveryView,
      });
    },
    redeliver: async ({ caller, params, now }) => {
      const { endpoint_id: id, delivery_id } = params;
      return { data: deliveryView(await redeliver(app, { caller, id, delivery_id, now })) };
    },
  };
}
