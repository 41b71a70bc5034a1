import type { contract } from '@voiceloom/contract';
import type { App } from '../../../app.ts';
import { emptyReply, type Handlers } from '../../../handler/handler.ts';
import { latestFirst, listPage } from '../../../lists/page.ts';
import { changeBudget, createBudget, removeBudget } from './actions.ts';
import { getBudget, selectBudgets } from './queries.ts';
import { budgetReply, budgetViews, getBudgetView } from './view.ts';

/** The operations on budgets. */
export function budgetRoutes(app: App): Handlers<typeof contract.budgets> {
  const { db } = app;
  return {
    list: async ({ caller, query, url, now }) => {
      const { items, pagination } = await listPage({
        list: 'budgets',
        url,
        page: query,
        order: latestFirst('budget'),
        query: selectBudgets(db, caller.workspace.id),
      });
      return { data: await budgetViews(db, items, now), pagination };
    },
    create: async ({ caller, body, now }) => ({
      data: await getBudgetView(db, await createBudget(app, { caller, body, now }), now),
    }),
    get: async ({ caller, params, now }) =>
      budgetReply(db, await getBudget(db, caller.workspace.id, params.budget_id), now),
    update: async ({ caller, params, body, ifMatch, now }) =>
      budgetReply(db, await changeBudget(app, { caller, id: params.budget_id, body, ifMatch, now }), now),
    delete: ({ caller, params, ifMatch, now }) =>
      emptyReply(removeBudget(app, { caller, id: params.budget_id, ifMatch, now })),
  };
}
