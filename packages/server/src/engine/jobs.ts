import { defineHousekeeping, defineJob } from '../jobs/index.ts';
import { sweepActivity } from '../ledger/activity.ts';
import { handleChunk, handleDeadChunk, isOutage } from './chunks/handle.ts';
import { CHUNK_RETRIES, type ChunkJob, chunkJobRef } from './job-refs.ts';
import { sweepRunFaults } from './provider-calls/run-faults.ts';
import { sweepLanes } from './provider-calls/slot-leases.ts';
import { sweepHealth } from './routing/provider-health.ts';
import { reconcile } from './runs/reconcile.ts';
import { sweepAudio, sweepRunEvents, sweepStrayAudio } from './runs/retention.ts';
import { sweepHeardPieces } from './sources/transcripts.ts';
import { sweepTranslations } from './translation/memory.ts';

/** How long an unused concurrency slot record is kept. */
const LANE_KEPT_MS = 30 * 86_400_000;

export const chunkJob = defineJob<ChunkJob>({
  name: chunkJobRef.name,
  handle: (app, { data, ...job }) => handleChunk(app, { ...data, ...job }),
  handleDead: handleDeadChunk,
  retry: { limit: CHUNK_RETRIES },
  isOutage,
  expires_s: 3_600,
  keys: 'partitioned',
  slots: ({ config }) => config.worker.slots,
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
export const lanes = defineHousekeeping('lanes', ({ db }, now) =>
  sweepLanes(db, new Date(now.getTime() - LANE_KEPT_MS)),
);
export const runFaults = defineHousekeeping('run_faults', ({ db }, now) => sweepRunFaults(db, now));
export const heardPieces = defineHousekeeping('heard_pieces', ({ db }, now) => sweepHeardPieces(db, now));
export const translations = defineHousekeeping('translations', ({ db }, now) => sweepTranslations(db, now));
export const activity = defineHousekeeping('activity', ({ db }, now) => sweepActivity(db, now));
export const audio = defineHousekeeping('audio', sweepAudio);
export const runEvents = defineHousekeeping('run_events', sweepRunEvents);
// Uses the clock of the machine, because the IDs in keys contain their creation time by that clock.
export const strayAudio = defineHousekeeping('stray_audio', (app) => sweepStrayAudio(app, app.wallClock()));
