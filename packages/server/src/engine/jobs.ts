import { defineHousekeeping, defineJob } from '../jobs/index.ts';
import { sweepActivity } from '../ledger/activity.ts';
import { handleChunk, handleDeadChunk, isOutage } from './chunks/handle.ts';
import { reconcile } from './control/reconcile.ts';
import { CHUNK_RETRIES, type ChunkJob, chunkJobRef } from './job-refs.ts';
import { sweepPlatformCharacters } from './provider-calls/platform-keys.ts';
import { sweepRunProviderErrors } from './provider-calls/run-errors.ts';
import { sweepConcurrencyLimits } from './provider-calls/slot-leases.ts';
import { sweepHealth } from './routing/provider-health.ts';
import { sweepAudio, sweepRunEvents, sweepStrayAudio } from './runs/retention.ts';
import { sweepTranscriptions } from './sources/transcripts.ts';
import { sweepTranslations } from './translation/memory.ts';

/** How long an unused concurrency limit is kept. */
const LIMIT_KEPT_MS = 30 * 86_400_000;

export const chunkJob = defineJob<ChunkJob>({
  name: chunkJobRef.name,
  handle: (app, { data, ...job }) => handleChunk(app, { ...data, ...job }),
  handleDead: handleDeadChunk,
  retry: { limit: CHUNK_RETRIES },
  isOutage,
  expires_s: 3_600,
  keys: 'partitioned',
  has_needs: true,
  concurrency: ({ config }) => config.worker.concurrency,
  poll_s: 0.5,
});

export const reconcileJob = defineJob({
  name: 'reconcile',
  handle: (app) => reconcile(app),
  schedule: '* * * * *',
  poll_s: 2,
});

/** The jobs that run the engine. */
export const runJobs = [chunkJob, reconcileJob];

export const providerHealth = defineHousekeeping('provider_health', ({ db }, now) => sweepHealth(db, now));
export const concurrencyLimits = defineHousekeeping('concurrency_limits', ({ db }, now) =>
  sweepConcurrencyLimits(db, new Date(now.getTime() - LIMIT_KEPT_MS)),
);
export const runProviderErrors = defineHousekeeping('run_provider_errors', ({ db }, now) =>
  sweepRunProviderErrors(db, now),
);
export const transcriptions = defineHousekeeping('transcriptions', ({ db }, now) =>
  sweepTranscriptions(db, now),
);
export const translations = defineHousekeeping('translations', ({ db }, now) => sweepTranslations(db, now));
export const activity = defineHousekeeping('activity', ({ db }, now) => sweepActivity(db, now));
export const platformCharacters = defineHousekeeping('platform_characters', ({ db }, now) =>
  sweepPlatformCharacters(db, now),
);
export const audio = defineHousekeeping('audio', sweepAudio);
export const runEvents = defineHousekeeping('run_events', sweepRunEvents);
// Uses the clock of the machine, because the IDs in keys contain their creation time by that clock.
export const orphanedAudio = defineHousekeeping('orphaned_audio', (app) =>
  sweepStrayAudio(app, app.wallClock()),
);
