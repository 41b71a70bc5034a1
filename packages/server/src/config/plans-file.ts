import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PlanLimits, SpeechProviderId, takesKey } from '@voiceloom/contract';
import { z } from 'zod';
import { type Config, ConfigError } from './config.ts';

/** The maximum number of credits per month. A plan with more credits must use "unlimited". */
const MAX_CREDITS = 1_000_000_000;
const MAX_CENTS = 2_147_483_647;

/** The plans of a service that sells: a small free plan and paid ones. */
export const SELLER_PLANS_FILE = fileURLToPath(new URL('../../data/plans.json', import.meta.url));

/** The only plan of a service that nobody pays for. It has no limits. */
export const UNLIMITED_PLANS_FILE = fileURLToPath(
  new URL('../../data/plans-unlimited.json', import.meta.url),
);

/** Without a payment processor, nobody can buy a larger plan, so the default plan has no limits. */
export function choosePlansFile({ plans_file, payments }: Pick<Config, 'plans_file' | 'payments'>): string {
  if (plans_file) return plans_file;
  return payments ? SELLER_PLANS_FILE : UNLIMITED_PLANS_FILE;
}

/** The providers that speak with a key. Platform keys do nothing else. */
export const KEYED_SPEECH_PROVIDERS: readonly string[] = SpeechProviderId.options.filter((id) =>
  takesKey(id),
);

/** What a plan may use through platform keys. A plan of the file without these fields keeps what an operator set. */
export const PlatformOffer = z.strictObject({
  platform_providers: z.array(z.enum(KEYED_SPEECH_PROVIDERS)).optional(),
  /** Default: all models that the providers list. */
  platform_models: z
    .array(z.string().regex(/^[a-z_]+\/\S+$/, 'must be a provider and a model: elevenlabs/eleven_flash_v2_5'))
    .min(1)
    .optional(),
  /** For each account and day (UTC). Default: no limit. */
  platform_characters_per_day: z.int().min(0).max(MAX_CENTS).optional(),
});
export type PlatformOffer = z.infer<typeof PlatformOffer>;

const FilePlan = z.strictObject({
  /** Identifies the plan permanently, here and at the payment processor. */
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lowercase words joined by hyphens'),
  name: z.string().trim().min(1).max(100),
  tier: z.enum(['free', 'paid', 'custom']),
  /** Whether people without a subscription have this plan. */
  default: z.boolean(),
  /** Whether everybody can subscribe to it. */
  listed: z.boolean(),
  billing_interval: z.enum(['monthly', 'yearly']),
  /** The price of a billing interval, in the smallest unit of the currency. */
  amount: z.int().min(0).max(MAX_CENTS),
  currency: z.string().regex(/^[a-z]{3}$/, 'must be three lowercase letters'),
  limits: z.strictObject({
    ...PlanLimits.shape,
    monthly_credits: z.union([z.int().min(0).max(MAX_CREDITS), z.literal('unlimited')]),
  }),
  ...PlatformOffer.shape,
});

export type FilePlan = z.infer<typeof FilePlan>;

const PlansFile = z.strictObject({ plans: z.array(FilePlan).min(1).max(200) });

/** The plans of a file in display order. Throws one error that lists all errors of the file. */
export function readPlans(path: string): FilePlan[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`PLANS_FILE: ${path}: ${reason}`]);
  }
  const { data, error } = PlansFile.safeParse(content);
  if (error)
    throw new ConfigError(
      error.issues.map((issue) => `PLANS_FILE: ${issue.path.join('.') || path}: ${issue.message}`),
    );
  const errors = findContradictions(data.plans);
  if (errors.length > 0) throw new ConfigError(errors.map((message) => `PLANS_FILE: ${message}`));
  return data.plans;
}

/** What is wrong between plans, or between fields of one plan, with its path in the file. */
function findContradictions(plans: readonly FilePlan[]): string[] {
  const errors: string[] = [];
  const defaults = plans.filter((plan) => plan.default);
  if (defaults.length !== 1)
    errors.push(`plans: exactly one plan must be the default, not ${defaults.length}`);
  for (const [index, plan] of plans.entries()) {
    const first = plans.findIndex(({ slug }) => slug === plan.slug);
    if (first !== index)
      errors.push(`plans.${index}.slug: "${plan.slug}" is also the slug of plans.${first}`);
    if (plan.tier === 'paid' && plan.amount === 0)
      errors.push(`plans.${index}.amount: a paid plan must have a price`);
    if (plan.tier !== 'paid' && plan.amount > 0)
      errors.push(`plans.${index}.amount: a ${plan.tier} plan has no price`);
    const offerError = findOfferError(plan);
    if (offerError) errors.push(`plans.${index}.${offerError}`);
    if (plan.default && plan.tier !== 'free')
      errors.push(`plans.${index}.tier: the default plan must be free`);
  }
  return errors;
}

/** Models and a limit only make sense for named providers. */
export function findOfferError(offer: PlatformOffer): string | undefined {
  const { platform_providers: providers = [], platform_models: models = [] } = offer;
  const strayModel = models.find((model) => !providers.includes(model.split('/')[0] ?? ''));
  if (strayModel !== undefined)
    return `platform_models: the provider of ${strayModel} is not one of platform_providers`;
  if (offer.platform_characters_per_day !== undefined && providers.length === 0)
    return 'platform_characters_per_day: there are no platform_providers';
  return undefined;
}
