import { findOfferError, PlatformOffer } from '../../config/plans-file.ts';
import { ApiError } from '../../errors.ts';
import {
  assignPlanAsOperator,
  findCreditDiscount,
  listPlansWithUse,
  offerProviders,
} from '../../features/billing/index.ts';
import { listPlatformKeys } from '../../features/provider-keys/index.ts';
import { findUsersByIdOrEmail } from '../../features/users/index.ts';
import { hasUnlimitedCredits, readAccountSnapshot } from '../../ledger/credits.ts';
import { type AdminApp, type Command, type Options, UsageError } from './command.ts';
import { balanceText, listReport, personText, plain } from './output.ts';
import { MAX_ROWS, parseLimit } from './values.ts';

type Plan = Awaited<ReturnType<typeof listPlansWithUse>>[number];

function priceText({ tier, amount, currency, billing_interval }: Plan): string | undefined {
  if (tier !== 'paid') return undefined;
  return `${(amount / 100).toFixed(2)} ${currency} ${billing_interval}`;
}

const flagText = (flag: boolean) => (flag ? 'yes' : undefined);

function describeOffer(plan: Plan): string | undefined {
  const { platform_providers, platform_models, platform_characters_per_day: limit } = plan;
  if (platform_providers.length === 0) return undefined;
  const names = (platform_models ?? platform_providers).join(', ');
  return limit === null ? names : `${names} (${limit} characters a day)`;
}

/** Comma-separated words. */
const splitList = (text: string): string[] => text.split(',').map((word) => word.trim());

function parseOffer(providers: string, options: Options): PlatformOffer {
  const { models, 'characters-per-day': limit } = options;
  const offer: Record<string, unknown> = {
    platform_providers: providers === 'none' ? [] : splitList(providers),
  };
  if (models !== undefined) offer.platform_models = splitList(models);
  if (limit !== undefined) offer.platform_characters_per_day = Number(limit);
  const { data, error } = PlatformOffer.safeParse(offer);
  if (!data) {
    const [issue] = error.issues;
    throw new UsageError(`${issue?.path[0]?.toString() ?? ''}: ${issue?.message ?? ''}`);
  }
  const contradiction = findOfferError(data);
  if (contradiction) throw new UsageError(contradiction);
  return data;
}

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
          ['PLATFORM KEYS', describeOffer],
          ['SUBSCRIBED', (plan) => plan.subscribed],
          ['ASSIGNED', (plan) => plan.assigned],
        ],
      });
    },
  },
  {
    name: 'plans offer',
    params: ['PLAN', 'PROVIDERS'],
    options: ['models', 'characters-per-day', 'reason'],
    summary: 'Let a plan use platform keys of these providers, separated by commas. "none" ends this.',
    async run(app, { args: [plan_slug = '', providers = ''], options, operator, now }) {
      const offer = parseOffer(providers, options);
      await offerProviders(app, { plan_slug, offer, operator, now });
      const stored = new Set((await listPlatformKeys(app.db)).map(({ provider }) => provider));
      const missing = offer.platform_providers?.filter((provider) => !stored.has(provider)) ?? [];
      const lines = [`The plan ${plain(plan_slug)} now uses the platform keys of ${providers}.`];
      if (providers !== 'none' && offer.platform_models === undefined)
        lines.push(
          'It includes the models with a known list price for a text. Name the others with --models.',
        );
      const plan = (await listPlansWithUse(app.db, { limit: MAX_ROWS })).find(
        ({ slug }) => slug === plan_slug,
      );
      const discount = plan && findCreditDiscount(plan);
      if (providers !== 'none' && discount)
        lines.push(
          `A credit costs ${discount.usd.toFixed(5)} US dollars in this plan. Full rates assume ${discount.assumed_usd}, so takes can be sold below the list price: see "margin".`,
        );
      if (missing.length > 0)
        lines.push(`There is no key yet for ${missing.join(', ')}: see "providers set".`);
      return { data: { plan: plan_slug, ...offer, missing_keys: missing }, lines };
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
