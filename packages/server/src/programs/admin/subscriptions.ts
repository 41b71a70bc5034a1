import { endGoneSubscription, findGoneSubscription } from '../../features/billing/index.ts';
import type { Command } from './command.ts';
import { personText, plain } from './output.ts';
import { parseId } from './values.ts';

export const subscriptionCommands: Command[] = [
  {
    name: 'subscriptions end',
    params: ['SUBSCRIPTION_OR_USER_ID'],
    options: ['reason'],
    destroys: true,
    summary: 'End a subscription that the payment processor no longer has.',
    async run(app, { args, isApplied, operator, now }) {
      const id = parseId(args[0], 'SUBSCRIPTION_OR_USER_ID');
      const row = isApplied
        ? await endGoneSubscription(app, { id, operator, now })
        : await findGoneSubscription(app, id);
      const { id: subscription_id, user_id, email, plan, processor_subscription_id, status, ended_at } = row;
      const whose = plain(`${personText({ email, id: user_id })} to the plan "${plan}"`);
      const what = `the subscription ${processor_subscription_id} of ${whose}`;
      return {
        data: { subscription_id, user_id, email, plan, processor_subscription_id, status, ended_at },
        lines: [`${isApplied ? 'Ended' : 'This would end'} ${what}. The payment processor no longer has it.`],
      };
    },
  },
];
