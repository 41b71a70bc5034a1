import { endGoneSubscription, findGoneSubscription } from '../../features/billing/index.ts';
import type { Command } from './command.ts';
import { idOf } from './values.ts';

export const subscriptionCommands: Command[] = [
  {
    name: 'subscriptions end',
    params: ['SUBSCRIPTION_OR_USER_ID'],
    options: ['reason'],
    destroys: true,
    summary: 'End a subscription that the payment processor no longer has.',
    async run(app, { args, isApplied, operator, now }) {
      const id = idOf(args[0], 'SUBSCRIPTION_OR_USER_ID');
      const row = isApplied
        ? await endGoneSubscription(app, { id, operator, now })
        : await findGoneSubscription(app, id);
      const { id: subscription_id, user_id, processor_subscription_id, status, ended_at } = row;
      const what = `the subscription ${processor_subscription_id} of the user ${user_id}`;
      return {
        data: { subscription_id, user_id, processor_subscription_id, status, ended_at },
        lines: [`${isApplied ? 'Ended' : 'This would end'} ${what}. The payment processor no longer has it.`],
      };
    },
  },
];
