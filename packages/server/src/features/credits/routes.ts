import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler/handler.ts';
import { findAccountPlan } from '../../ledger/account-plan.ts';
import { readAccountSnapshot } from '../../ledger/credits.ts';
import { creditsView, limitsView } from './view.ts';

type CreditHandlers = Pick<Handlers<typeof contract.users>, 'getCredits' | 'getLimits'>;

export function creditRoutes({ db }: Pick<App, 'db'>): CreditHandlers {
  return {
    getCredits: async ({ caller, now }) => ({
      data: creditsView(await readAccountSnapshot(db, caller.user_id, now)),
    }),
    getLimits: async ({ caller }) => ({ data: limitsView(await findAccountPlan(db, caller.user_id)) }),
  };
}
