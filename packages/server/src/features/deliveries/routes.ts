import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { notFound } from '../../errors.ts';
import { emptyReply, type Handlers } from '../../handler/handler.ts';
import { latestFirst, listViews } from '../../lists/page.ts';
import { assertRunExists } from '../runs/index.ts';
import { findTarget, selectDeliveries, selectTargets } from './queries.ts';
import { startDelivery } from './start.ts';
import { MAX_TARGETS, removeTarget, storeTarget } from './targets.ts';
import { deliveryView, targetReply, targetView } from './view.ts';

/** The operations on the buckets that a workspace delivers to. */
export function deliveryTargetRoutes(app: App): Handlers<typeof contract.deliveryTargets> {
  return {
    list: async ({ caller }) => ({
      data: (await selectTargets(app.db, caller.workspace.id).orderBy('name').execute()).map(targetView),
      pagination: { limit: MAX_TARGETS, next: null, prev: null },
    }),
    get: async ({ caller, params }) => {
      const row = await findTarget(app.db, { workspace_id: caller.workspace.id, name: params.target });
      if (row === undefined) throw notFound('delivery target');
      return targetReply(row);
    },
    put: async ({ caller, params, body, ifMatch, now }) =>
      targetReply(await storeTarget(app, { caller, name: params.target, body, ifMatch, now })),
    delete: ({ caller, params, ifMatch, now }) =>
      emptyReply(removeTarget(app, { caller, name: params.target, ifMatch, now })),
  };
}

/** The operations on the deliveries of a run. */
export function deliveryRoutes(app: App): Handlers<typeof contract.deliveries> {
  return {
    start: async ({ caller, params: path, body, now }) => ({
      data: deliveryView(await startDelivery(app, { caller, path, body, now })),
    }),
    list: async ({ caller, params, query, url }) => {
      const runRef = { workspace_id: caller.workspace.id, ...params };
      await assertRunExists(app.db, runRef);
      return listViews({
        list: 'run_deliveries',
        url,
        page: query,
        order: latestFirst('run_delivery'),
        query: selectDeliveries(app.db, runRef),
        view: deliveryView,
      });
    },
  };
}
