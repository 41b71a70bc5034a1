import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { ProviderCandidate } from '../../db/rows.ts';
import { addedValues } from '../../db/upsert.ts';

/** Requests, failures that the provider caused, takes, takes that a check rejected, and the total latency. */
const COUNTS = ['calls', 'failed', 'takes', 'rejected', 'latency_ms'] as const;

type Counts = Record<(typeof COUNTS)[number], number>;

/** The result of a provider call for one take, or of a check of the take. */
export interface ProviderOutcome extends Counts {
  provider: string;
  model: string;
  locale_code: string;
}

const DAY_MS = 86_400_000;
/** The age at which the weight of an observation is half. */
const HALF_LIFE_DAYS = 7;
const MAX_AGE_DAYS = 30;
/** Successful requests that are assumed for every model, because a few observations prove little. */
const BENEFIT_OF_DOUBT = 5;
const MAX_SWEPT_ROWS = 5_000;

const formatDay = (time: Date): string => time.toISOString().slice(0, 10);

/**
 * Updates the provider statistics in the settlement's transaction. The runs of a workspace share these rows.
 * To prevent deadlocks, they are locked after the usage rows, in key order.
 */
export async function addProviderOutcomes(
  tx: Db,
  { workspace_id, outcomes, now }: { workspace_id: string; outcomes: readonly ProviderOutcome[]; now: Date },
): Promise<void> {
  if (outcomes.length === 0) return;
  const day = formatDay(now);
  const sums = new Map<string, ProviderOutcome & { workspace_id: string; day: string }>();
  for (const outcome of outcomes) {
    const key = createHealthKey(outcome);
    const sum = sums.get(key);
    if (!sum) sums.set(key, { workspace_id, day, ...outcome });
    else for (const name of COUNTS) sum[name] += outcome[name];
  }
  const rows = [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  await tx
    .insertInto('provider_health')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'locale_code', 'provider', 'model', 'day'])
        .doUpdateSet(addedValues('provider_health', COUNTS)),
    )
    .execute();
}

/** The recent results of a model in a locale. */
export type ProviderHealth = Pick<ProviderCandidate, 'calls' | 'failure_rate' | 'latency_ms'>;

export type FindHealth = (place: HealthRef) => ProviderHealth;

interface HealthRef {
  provider: string;
  model: string;
  locale_code: string;
}

const UNKNOWN: ProviderHealth = { calls: 0, failure_rate: 0, latency_ms: null };

/**
 * The workspace's statistics for the locales. Older results count less, and results older than 30 days not at
 * all. A take that a check rejected counts as a failure if `counts_rejected`.
 */
export async function loadHealth(
  db: Db,
  request: { workspace_id: string; locales: readonly string[]; now: Date; counts_rejected: boolean },
): Promise<FindHealth> {
  const { workspace_id, locales, now, counts_rejected } = request;
  if (locales.length === 0) return () => UNKNOWN;
  const age = sql`(${formatDay(now)}::date - day)::float8`;
  const selectWeighted = (column: keyof Counts) =>
    sql<number>`sum(${sql.ref(column)} * power(0.5, ${age} / ${HALF_LIFE_DAYS}::float8))`.as(column);
  const rows = await db
    .selectFrom('provider_health')
    .select(['locale_code', 'provider', 'model'])
    .select(COUNTS.map(selectWeighted))
    .where('workspace_id', '=', workspace_id)
    .where('locale_code', 'in', [...locales])
    .where('day', '>', formatDay(new Date(now.getTime() - MAX_AGE_DAYS * DAY_MS)))
    .groupBy(['locale_code', 'provider', 'model'])
    .execute();
  const health = new Map<string, ProviderHealth>();
  for (const row of rows) {
    const { calls, failed, takes, rejected, latency_ms } = row;
    const failures = counts_rejected ? failed + rejected : failed;
    const rate = failures / (calls + BENEFIT_OF_DOUBT);
    health.set(createHealthKey(row), {
      calls: Math.round(calls),
      failure_rate: Math.round(Math.min(1, rate) * 10_000) / 10_000,
      latency_ms: takes > 0 ? Math.round(latency_ms / takes) : null,
    });
  }
  return (speaker) => health.get(createHealthKey(speaker)) ?? UNKNOWN;
}

/** Health is counted by provider, model and language. */
function createHealthKey({ locale_code, provider, model }: HealthRef): string {
  return JSON.stringify([locale_code, provider, model]);
}

/** Removes statistics that no longer count. */
export async function sweepHealth(db: Db, now: Date): Promise<void> {
  await sql`
    delete from provider_health where ctid in (
      select ctid from provider_health where day <= ${formatDay(new Date(now.getTime() - MAX_AGE_DAYS * DAY_MS))}::date
      limit ${MAX_SWEPT_ROWS}
    )`.execute(db);
}
