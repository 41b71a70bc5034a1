import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler/handler.ts';
import { listPage } from '../../handler/page.ts';
import { changeEndpoint, createEndpoint, getEndpoint, removeEndpoint, rotateSecret } from './actions.ts';
import { selectDeliveries, selectEndpoints } from './queries.ts';
import { redeliver, testEndpoint } from './send.ts';
import { deliveryView, endpointReply, endpointView, newEndpointView } from './view.ts';

export function webhookEndpointRoutes(app: App): Handlers<typeof contract.webhookEndpoints> {
  return {
    list: async ({ caller, query, url, now }) => {
      const { items, pagination } = await listPage({
        list: 'webhook_endpoints',
        url,
        page: query,
        order: [
          { column: 'webhook_endpoint.created_at', direction: 'desc', key: 'created_at', type: 'timestamp' },
        ],
        query: selectEndpoints(app.db, caller.workspace.id),
      });
      return { data: items.map((row) => endpointView(row, now)), pagination };
    },
    create: async ({ caller, body, now }) => {
      const { row, secret } = await createEndpoint(app, { caller, body, now });
      return { data: newEndpointView(row, secret, now) };
    },
    get: async ({ caller, params, now }) => {
      const row = await getEndpoint(app, { caller, id: params.endpoint_id });
      return endpointReply(row, now);
    },
    update: async ({ caller, params, body, ifMatch, now }) => {
      const row = await changeEndpoint(app, { caller, id: params.endpoint_id, body, ifMatch, now });
      return endpointReply(row, now);
    },
    delete: async ({ caller, params, ifMatch, now }) => {
      await removeEndpoint(app, { caller, id: params.endpoint_id, ifMatch, now });
      return { data: {} };
    },
    rotateSecret: async ({ caller, params, now }) => {
      const { row, secret } = await rotateSecret(app, { caller, id: params.endpoint_id, now });
      return { data: newEndpointView(row, secret, now) };
    },
    test: async ({ caller, params, now }) => {
      return { data: deliveryView(await testEndpoint(app, { caller, id: params.endpoint_id, now })) };
    },
    deliveries: async ({ caller, params, query, url }) => {
      const endpoint = await getEndpoint(app, { caller, id: params.endpoint_id });
      const { items, pagination } = await listPage({
        list: 'webhook_deliveries',
        url,
        page: query,
        order: [
          { column: 'webhook_delivery.created_at', direction: 'desc', key: 'created_at', type: 'timestamp' },
        ],
        query: selectDeliveries(app.db, endpoint),
      });
      return { data: items.map(deliveryView), pagination };
    },
    redeliver: async ({ caller, params, now }) => {
      const { endpoint_id: id, delivery_id } = params;
      return { data: deliveryView(await redeliver(app, { caller, id, delivery_id, now })) };
    },
  };
}
