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
const KEPT_DAYS = 30;
/** Successful requests that are assumed for every model, because a few observations prove little. */
const BENEFIT_OF_DOUBT = 5;
const SWEPT_ROWS = 5_000;

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/**
 * Updates the provider statistics in the settlement's transaction. The runs of a workspace share these rows.
 * To prevent deadlocks, they are locked after the usage rows, in key order.
 */
export async function addProviderOutcomes(
  tx: Db,
  { workspace_id, notes, now }: { workspace_id: string; notes: readonly ProviderOutcome[]; now: Date },
): Promise<void> {
  const rows = sumNotes(notes).map((note) => ({ workspace_id, day: dayOf(now), ...note }));
  if (rows.length === 0) return;
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

/** One note for each model and locale, in key order. */
function sumNotes(notes: readonly ProviderOutcome[]): ProviderOutcome[] {
  const byPlace = [...Map.groupBy(notes, keyOf)].sort(([one], [other]) => (one < other ? -1 : 1));
  return byPlace.flatMap(([, own]) => {
    const counts = COUNTS.map((name) => [name, own.reduce((sum, note) => sum + note[name], 0)]);
    return own.slice(0, 1).map((first) => ({ ...first, ...(Object.fromEntries(counts) as Counts) }));
  });
}

/** The recent results of a model in a locale. A take that a check rejected counts as a failure. */
export type ProviderHealth = Pick<ProviderCandidate, 'calls' | 'failure_rate' | 'latency_ms'>;

export type HealthOf = (place: { provider: string; model: string; locale_code: string }) => ProviderHealth;

const UNKNOWN: ProviderHealth = { calls: 0, failure_rate: 0, latency_ms: null };

/**
 * The workspace's statistics for the locales. Older results count less, and results older than 30 days not at
 * all.
 */
export async function loadHealth(
  db: Db,
  { workspace_id, locales, now }: { workspace_id: string; locales: readonly string[]; now: Date },
): Promise<HealthOf> {
  if (locales.length === 0) return () => UNKNOWN;
  const age = sql`(${dayOf(now)}::date - day)::float8`;
  const weighed = (column: keyof Counts) =>
    sql<number>`sum(${sql.ref(column)} * power(0.5, ${age} / ${HALF_LIFE_DAYS}::float8))`.as(column);
  const rows = await db
    .selectFrom('provider_health')
    .select(['locale_code', 'provider', 'model'])
    .select(COUNTS.map(weighed))
    .where('workspace_id', '=', workspace_id)
    .where('locale_code', 'in', [...locales])
    .where('day', '>', dayOf(new Date(now.getTime() - KEPT_DAYS * DAY_MS)))
    .groupBy(['locale_code', 'provider', 'model'])
    .execute();
  const health = new Map(rows.map((row) => [keyOf(row), healthOf(row)]));
  return (place) => health.get(keyOf(place)) ?? UNKNOWN;
}

const keyOf = (place: { locale_code: string; provider: string; model: string }): string =>
  JSON.stringify([place.locale_code, place.provider, place.model]);

function healthOf({ calls, failed, takes, rejected, latency_ms }: Counts): ProviderHealth {
  const rate = (failed + rejected) / (calls + BENEFIT_OF_DOUBT);
  return {
    calls: Math.round(calls),
    failure_rate: Math.round(Math.min(1, rate) * 10_000) / 10_000,
    latency_ms: takes > 0 ? Math.round(latency_ms / takes) : null,
  };
}

/** Removes statistics that no longer count. */
export async function sweepHealth(db: Db, now: Date): Promise<void> {
  await sql`
    delete from provider_health where ctid in (
      select ctid from provider_health where day <= ${dayOf(new Date(now.getTime() - KEPT_DAYS * DAY_MS))}::date
      limit ${SWEPT_ROWS}
    )`.execute(db);
}
