import { truncate } from '@voiceloom/text';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { toText } from '../../providers/json.ts';
import type { ProviderErrorKind } from '../../providers/provider-error.ts';

/** Errors that are older are no longer shown. */
const RECENT_MS = 120_000;
/** This process writes errors of one run, provider and kind at most this often, because an outage causes many. */
const WRITE_EVERY_MS = 5_000;
const MAX_MESSAGE_LENGTH = 300;

/** The last writes of this process, and the errors since then, by run, provider and kind. */
const writes = new Map<string, { at: number; unwritten: number }>();

/** `slow`: a call has no response yet. `unavailable`: a platform key was rejected, or its account is used up. */
export type RunErrorKind = ProviderErrorKind | 'slow' | 'unavailable';

/**
 * Counts an error of a provider for the explanation of the run. If the write fails, the call goes on. The message of a
 * slow call is empty.
 */
export async function noteRunError(
  { db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>,
  error: { run_id: string; provider: string; kind: RunErrorKind; message: string },
): Promise<void> {
  const { run_id, provider, kind } = error;
  const now = clock();
  const key = `${run_id}/${provider}/${kind}`;
  const lastWrite = writes.get(key);
  if (lastWrite && now.getTime() - lastWrite.at < WRITE_EVERY_MS) {
    lastWrite.unwritten += 1;
    return;
  }
  const recentStart = getStartOfRecent(now);
  for (const [otherKey, { at }] of writes) if (at < recentStart.getTime()) writes.delete(otherKey);
  const count = 1 + (writes.get(key)?.unwritten ?? 0);
  writes.set(key, { at: now.getTime(), unwritten: 0 });
  try {
    const message = truncate(toText(error.message), MAX_MESSAGE_LENGTH);
    // Errors after a pause are a new outage.
    await sql`
      insert into run_provider_error as known (run_id, provider, kind, count, first_at, last_at, message)
      values (${run_id}, ${provider}, ${kind}, ${count}, ${now}, ${now}, ${message})
      on conflict (run_id, provider, kind) do update set last_at = excluded.last_at, message = excluded.message,
        count = excluded.count + case when known.last_at > ${recentStart} then known.count else 0 end,
        first_at = case when known.last_at > ${recentStart} then known.first_at else excluded.first_at end
    `.execute(db);
  } catch (err) {
    log.warn({ err, run_id, provider }, 'provider fault could not be recorded');
  }
}

/**
 * Whether the provider has made a take of the run since the latest error. For some seconds after a stored error, further
 * errors are not stored, so a take from this time proves nothing.
 */
const hasRecovered = sql<boolean>`exists (
  select from attempt
  join run on run.id = attempt.run_id
  join audio on audio.workspace_id = run.workspace_id and audio.id = attempt.output_id
  where attempt.run_id = run_provider_error.run_id and not attempt.reused
    and audio.created_at > run_provider_error.last_at + make_interval(secs => ${WRITE_EVERY_MS / 1_000})
    and audio.kind = 'take' and audio.provider = run_provider_error.provider)`;

/** The providers that failed in this run recently, with the errors since the beginning of the outage. */
export function listRunErrors(db: Db, { run_id, now }: { run_id: string; now: Date }) {
  return db
    .selectFrom('run_provider_error')
    .select(['provider', 'count', 'first_at', 'last_at', 'message', hasRecovered.as('has_recovered')])
    .select((eb) => eb.ref('kind').$castTo<RunErrorKind>().as('kind'))
    .where('run_id', '=', run_id)
    .where('last_at', '>', getStartOfRecent(now))
    .orderBy('provider')
    .orderBy('last_at', 'desc')
    .execute();
}

const MAX_AGE_MS = 86_400_000;
const SWEEP_BATCH = 10_000;

/** Removes old errors. The next sweep continues where this one ends. */
export async function sweepRunProviderErrors(db: Db, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - MAX_AGE_MS);
  await sql`
    delete from run_provider_error where ctid = any(array(
      select ctid from run_provider_error where last_at < ${cutoff} limit ${SWEEP_BATCH}))`.execute(db);
}

function getStartOfRecent(now: Date): Date {
  return new Date(now.getTime() - RECENT_MS);
}
