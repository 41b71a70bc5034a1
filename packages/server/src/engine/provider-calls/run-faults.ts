import { startOf } from '@voiceloom/text';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { text } from '../../providers/json.ts';
import type { ProviderErrorKind } from '../../providers/provider-error.ts';

/** Faults that are older are no longer shown. */
const RECENT_MS = 120_000;
/** This process writes faults of one run, provider and kind at most this often, because an outage causes many. */
const WRITE_EVERY_MS = 5_000;
const LONGEST_MESSAGE = 300;

interface LastWrite {
  at: number;
  faults_since: number;
}

/** The last writes of this process, by run, provider and kind. */
const writes = new Map<string, LastWrite>();

/** `slow`: a call has no response yet. */
export type RunFaultKind = ProviderErrorKind | 'slow';

interface RunFault {
  run_id: string;
  provider: string;
  kind: RunFaultKind;
  /** The message of the error. Empty for a slow call. */
  message: string;
}

/** Counts a fault of a provider for the explanation of the run. If the write fails, the call goes on. */
export async function noteRunFault(
  { db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>,
  { run_id, provider, kind, message }: RunFault,
): Promise<void> {
  const now = clock();
  const place = `${run_id}/${provider}/${kind}`;
  const last = writes.get(place);
  if (last && now.getTime() - last.at < WRITE_EVERY_MS) {
    last.faults_since += 1;
    return;
  }
  for (const [other, { at }] of writes) if (at < recentOf(now).getTime()) writes.delete(other);
  const count = 1 + (writes.get(place)?.faults_since ?? 0);
  writes.set(place, { at: now.getTime(), faults_since: 0 });
  try {
    const stored = startOf(text(message), LONGEST_MESSAGE);
    // Faults after a pause are a new outage.
    await sql`
      insert into run_provider_error as known (run_id, provider, kind, count, first_at, last_at, message)
      values (${run_id}, ${provider}, ${kind}, ${count}, ${now}, ${now}, ${stored})
      on conflict (run_id, provider, kind) do update set last_at = excluded.last_at, message = excluded.message,
        count = excluded.count + case when known.last_at > ${recentOf(now)} then known.count else 0 end,
        first_at = case when known.last_at > ${recentOf(now)} then known.first_at else excluded.first_at end
    `.execute(db);
  } catch (error) {
    log.warn({ err: error, run_id, provider }, 'provider fault could not be recorded');
  }
}

/**
 * Whether the provider has made a take of the run since the latest fault. For some seconds after a stored fault, further
 * faults are not stored, so a take from this time proves nothing.
 */
const hasRecovered = sql<boolean>`exists (
  select from attempt
  join run on run.id = attempt.run_id
  join audio on audio.workspace_id = run.workspace_id and audio.id = attempt.output_id
  where attempt.run_id = run_provider_error.run_id and not attempt.reused
    and audio.created_at > run_provider_error.last_at + make_interval(secs => ${WRITE_EVERY_MS / 1_000})
    and audio.kind = 'take' and audio.provider = run_provider_error.provider)`;

/** The providers that failed in this run recently, with the faults since the beginning of the outage. */
export function listRunFaults(db: Db, { run_id, now }: { run_id: string; now: Date }) {
  return db
    .selectFrom('run_provider_error')
    .select(['provider', 'count', 'first_at', 'last_at', 'message', hasRecovered.as('has_recovered')])
    .select((eb) => eb.ref('kind').$castTo<RunFaultKind>().as('kind'))
    .where('run_id', '=', run_id)
    .where('last_at', '>', recentOf(now))
    .orderBy('provider')
    .orderBy('last_at', 'desc')
    .execute();
}

const KEPT_MS = 86_400_000;
const SWEEP_BATCH = 10_000;

/** Removes old faults. The next sweep continues where this one ends. */
export async function sweepRunProviderErrors(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await sql`
    delete from run_provider_error where ctid = any(array(
      select ctid from run_provider_error where last_at < ${before} limit ${SWEEP_BATCH}))`.execute(db);
}

const recentOf = (now: Date): Date => new Date(now.getTime() - RECENT_MS);
