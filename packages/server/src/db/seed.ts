import { ESPEAK_VOICES, type EspeakVoice } from '@voiceloom/speech-espeak';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { namedId } from '../ids.ts';
import type { Db } from './index.ts';
import type { PlanTable, VoiceTable } from './schema.ts';

const GIB = 1_073_741_824;

type Plan = Insertable<PlanTable>;
type Limits = Record<string, number | 'unlimited'>;

const FREE: Limits = {
  monthly_credits: 1_000,
  workspaces_per_owner: 1,
  concurrent_runs_per_user: 1,
  storage_bytes_per_workspace: GIB,
  retention_days: 30,
  byok_enabled: 0,
  seats: 1,
};

const CREATOR: Limits = {
  monthly_credits: 50_000,
  workspaces_per_owner: 3,
  concurrent_runs_per_user: 3,
  storage_bytes_per_workspace: 20 * GIB,
  retention_days: 180,
  byok_enabled: 1,
  seats: 3,
};

const STUDIO: Limits = {
  monthly_credits: 250_000,
  workspaces_per_owner: 20,
  concurrent_runs_per_user: 10,
  storage_bytes_per_workspace: 200 * GIB,
  retention_days: 730,
  byok_enabled: 1,
  seats: 15,
};

const ENTERPRISE: Limits = Object.fromEntries(
  Object.keys(FREE).map((limit) => [limit, limit === 'byok_enabled' ? 1 : 'unlimited']),
);

interface PlanSeed {
  slug: string;
  name: string;
  tier: 'free' | 'paid' | 'custom';
  limits: Limits;
  billing_interval: 'monthly' | 'yearly';
  /** In cents. */
  amount: number;
}

/** In display order. */
const PLANS: readonly PlanSeed[] = [
  { slug: 'free', name: 'Free', tier: 'free', limits: FREE, billing_interval: 'monthly', amount: 0 },
  {
    slug: 'creator-monthly',
    name: 'Creator',
    tier: 'paid',
    limits: CREATOR,
    billing_interval: 'monthly',
    amount: 1_900,
  },
  {
    slug: 'creator-yearly',
    name: 'Creator',
    tier: 'paid',
    limits: CREATOR,
    billing_interval: 'yearly',
    amount: 19_000,
  },
  {
    slug: 'studio-monthly',
    name: 'Studio',
    tier: 'paid',
    limits: STUDIO,
    billing_interval: 'monthly',
    amount: 9_900,
  },
  {
    slug: 'studio-yearly',
    name: 'Studio',
    tier: 'paid',
    limits: STUDIO,
    billing_interval: 'yearly',
    amount: 99_000,
  },
  {
    slug: 'enterprise',
    name: 'Enterprise',
    tier: 'custom',
    limits: ENTERPRISE,
    billing_interval: 'yearly',
    amount: 0,
  },
];

/** The id of a voice of the embedded engine, the same on every installation. */
export function espeakVoiceId(providerVoiceId: string): string {
  return namedId(`voice/espeak/${providerVoiceId}`);
}

/**
 * Plans and platform voices. May run at every start and in several processes at once: rows that are as they
 * should be are left alone, and nothing is ever deleted.
 */
export async function seed(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await seedPlans(tx, now);
    await seedVoices(tx, now);
  });
}

function planRow({ slug, limits, ...plan }: PlanSeed, display_order: number, now: Date): Plan {
  return {
    ...plan,
    id: namedId(`plan/${slug}`),
    slug,
    limits: JSON.stringify(limits),
    currency: 'usd',
    display_order,
    is_default: slug === 'free',
    is_listed: plan.tier !== 'custom',
    created_at: now,
    updated_at: now,
  };
}

const PLAN_COLUMNS = [
  'slug',
  'name',
  'tier',
  'limits',
  'billing_interval',
  'amount',
  'currency',
  'display_order',
  'is_listed',
] as const;

async function seedPlans(tx: Db, now: Date): Promise<void> {
  await tx
    .insertInto('plan')
    .values(PLANS.map((plan, index) => planRow(plan, index, now)))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(seededValues([...PLAN_COLUMNS, 'updated_at']))
        .where(differs('plan', PLAN_COLUMNS)),
    )
    .execute();
}

function voiceRow(voice: EspeakVoice, now: Date): Insertable<VoiceTable> {
  const { locale_code, ...columns } = voice;
  return {
    ...columns,
    id: espeakVoiceId(voice.provider_voice_id),
    provider: 'espeak',
    source: 'platform',
    tags: [locale_code.split('-')[0] ?? locale_code, voice.gender, 'synthetic'],
    supported_languages: [locale_code],
    supported_models: ['espeak-ng'],
    created_at: now,
    updated_at: now,
  };
}

const VOICE_COLUMNS = [
  'name',
  'description',
  'gender',
  'accent',
  'age',
  'category',
  'tags',
  'supported_languages',
  'supported_models',
] as const;

async function seedVoices(tx: Db, now: Date): Promise<void> {
  await tx
    .insertInto('voice')
    .values(ESPEAK_VOICES.map((voice) => voiceRow(voice, now)))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(seededValues([...VOICE_COLUMNS, 'updated_at']))
        .where(differs('voice', VOICE_COLUMNS)),
    )
    .execute();
}

function seededValues<Name extends string>(columns: readonly Name[]): Record<Name, RawBuilder<never>> {
  const entries = columns.map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]);
  return Object.fromEntries(entries) as Record<Name, RawBuilder<never>>;
}

function differs(table: 'plan' | 'voice', columns: readonly string[]) {
  const stored = sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
  const seeded = sql.join(columns.map((column) => sql.ref(`excluded.${column}`)));
  return sql<boolean>`(${stored}) is distinct from (${seeded})`;
}
