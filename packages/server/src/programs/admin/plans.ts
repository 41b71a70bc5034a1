import { ApiError } from '../../errors.ts';
import { assignPlanAsOperator, listPlansWithUse } from '../../features/billing/index.ts';
import { findUsersByIdOrEmail } from '../../features/users/index.ts';
import { hasUnlimitedCredits, readAccountSnapshot } from '../../ledger/credits.ts';
import type { AdminApp, Command } from './command.ts';
import { balanceText, listReport, personText, plain } from './output.ts';
import { parseLimit } from './values.ts';

type Plan = Awaited<ReturnType<typeof listPlansWithUse>>[number];

function priceText({ tier, amount, currency, billing_interval }: Plan): string | undefined {
  if (tier !== 'paid') return undefined;
  return `${(amount / 100).toFixed(2)} ${currency} ${billing_interval}`;
}

const flagText = (flag: boolean) => (flag ? 'yes' : undefined);

export const planCommands: Command[] = [
  {
    name: 'plans list',
    params: [],
    options: ['limit'],
    summary: 'List the plans, with the number of people who subscribe to them or got them from an operator.',
    async run({ db }, { options }) {
      const limit = parseLimit(options.limit);
      const rows = await listPlansWithUse(db, { limit: limit + 1 });
      return listReport('plans', {
        rows,
        limit,
        isSearch: false,
        columns: [
          ['PLAN', (plan) => plan.slug],
          ['NAME', (plan) => plan.name],
          ['TIER', (plan) => plan.tier],
          ['DEFAULT', (plan) => flagText(plan.is_default)],
          ['LISTED', (plan) => flagText(plan.is_listed)],
          ['PRICE', priceText],
          ['CREDITS', (plan) => plan.limits.monthly_credits],
          ['SEATS', (plan) => plan.limits.seats],
          ['OWN KEYS', (plan) => flagText(plan.limits.byok_enabled === 1)],
          ['SUBSCRIBED', (plan) => plan.subscribed],
          ['ASSIGNED', (plan) => plan.assigned],
        ],
      });
    },
  },
  {
    name: 'plans set',
    params: ['PERSON', 'PLAN'],
    options: ['reason'],
    required: ['reason'],
    summary: 'Give a person (ID or email address) a plan without a payment. The default plan ends this.',
    async run(app, { args: [person = '', plan_slug = ''], operator, now }) {
      const { id: user_id, email } = await getPerson(app, person);
      const { plan, changed } = await assignPlanAsOperator(app, { user_id, plan_slug, operator, now });
      const account = await readAccountSnapshot(app.db, user_id, now);
      const credits = hasUnlimitedCredits(account) ? null : account.balance;
      const name = plain(personText({ email, id: user_id }));
      const done = changed
        ? `${name} now has the plan ${plan_slug}.`
        : `${name} already had the plan ${plan_slug}.`;
      return {
        data: { user_id, email, plan: plan.slug, changed, balance: credits },
        lines: [done, `The account has ${balanceText(credits)}.`],
      };
    },
  },
];

async function getPerson({ db }: AdminApp, text: string) {
  const [person, ...others] = await findUsersByIdOrEmail(db, text);
  if (!person)
    throw new ApiError('NOT_FOUND', `There is no person with the ID or email address "${plain(text)}".`);
  if (others.length === 0) return person;
  const ids = [person, ...others].map(({ id }) => id).join(', ');
  throw new ApiError('CONFLICT', `Several people have this address. Use one of their IDs: ${ids}`);
}
