import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { emptyReply, type Handlers } from '../../handler/handler.ts';
import { createCardPage, deleteCard, listCards, listInvoices, makeDefault, setUpCard } from './cards.ts';
import { cancel, changePlan, keepPlan, previewChange } from './change-plan.ts';
import { receiveEvent } from './events.ts';
import { pagePlans } from './plans.ts';
import { toBillingRequest } from './processor.ts';
import { findSubscription } from './queries.ts';
import { checkOut, subscribe } from './subscribe.ts';
import { planView, subscriptionView } from './view.ts';

export function billingRoutes(app: App): Handlers<typeof contract.billing> {
  return {
    listPlans: async ({ query, url }) => {
      const { items, pagination } = await pagePlans(app, { ...query, url });
      return { data: items.map(planView), pagination };
    },
    previewPlanChange: async ({ caller, params, now }) => ({
      data: await previewChange(app, { user_id: caller.user_id, plan_id: params.plan_id, now }),
    }),
    createCheckout: async (input) => ({
      data: await checkOut(app, toBillingRequest('checkout', input), input.body),
    }),
    processorWebhook: ({ request, now }) => emptyReply(receiveEvent(app, request, now)),
  };
}

/** The subscription operations of the `users` area. */
export function subscriptionRoutes(
  app: App,
): Omit<
  Handlers<typeof contract.users>,
  `${'get' | 'update'}NotificationPreferences` | 'getCredits' | 'getLimits'
> {
  return {
    getSubscription: async ({ caller }) => {
      const subscription = await findSubscription(app.db, caller.user_id);
      return { data: subscription ? subscriptionView(subscription) : null };
    },
    subscribe: async (input) => ({
      data: subscriptionView(await subscribe(app, toBillingRequest('subscribe', input), input.body.plan_id)),
    }),
    changePlan: async (input) => ({
      data: subscriptionView(
        await changePlan(app, toBillingRequest('change_plan', input), input.body.new_plan_id),
      ),
    }),
    cancelSubscription: async (input) => ({
      data: subscriptionView(await cancel(app, toBillingRequest('cancel', input))),
    }),
    cancelScheduledChange: async (input) => ({
      data: subscriptionView(await keepPlan(app, toBillingRequest('keep_plan', input))),
    }),
    listPaymentMethods: async ({ caller }) => ({ data: await listCards(app, caller.user_id) }),
    addPaymentMethod: async (input) => ({
      data: await setUpCard(app, toBillingRequest('set_up_card', input)),
    }),
    createPaymentMethodPage: async (input) => ({
      data: await createCardPage(app, toBillingRequest('card_page', input), input.body.return_url),
    }),
    setDefaultPaymentMethod: (input) =>
      emptyReply(makeDefault(app, toBillingRequest('make_default', input), input.params.payment_method_id)),
    deletePaymentMethod: (input) =>
      emptyReply(deleteCard(app, toBillingRequest('delete_card', input), input.params.payment_method_id)),
    listInvoices: async ({ caller, query }) => ({ data: await listInvoices(app, caller.user_id, query) }),
  };
}
