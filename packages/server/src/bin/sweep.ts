import type { App } from '../app.ts';
import { forgetActivity } from '../engine/activity.ts';
import { sweepRunEvents } from '../engine/event-retention.ts';
import { sweepHeardPieces } from '../engine/heard-pieces.ts';
import { sweepLanes } from '../engine/lane-leases.ts';
import { sweepStrayAudio } from '../engine/orphans.ts';
import { sweepAudio } from '../engine/retention.ts';
import { sweepHealth } from '../engine/routing-health.ts';
import { sweepTranslations } from '../engine/translation/memory.ts';
import { sweepBilling } from '../features/billing/index.ts';
import { sweepCreditPeriods } from '../features/credits/index.ts';
import { sweepDeliveries } from '../features/deliveries/index.ts';
import { sweepMails } from '../features/mail/index.ts';
import { sweepNotifications } from '../features/notifications/index.ts';
import { verifyWaitingKeys } from '../features/provider-keys/index.ts';
import { sweepExpiredUploads, sweepStrayUploads } from '../features/uploads/jobs.ts';
import { syncVoices } from '../features/voices/index.ts';
import { sweepWebhooks } from '../features/webhook-endpoints/index.ts';
import { sweepIdempotencyKeys } from '../http/idempotency.ts';

/** How long a lane that nobody uses is remembered. */
const LANE_KEPT_MS = 30 * 86_400_000;

type Step = (app: App, now: Date) => Promise<unknown>;

/** What is done every ten minutes: what is past its time goes, what a killed process left behind is taken up. */
const STEPS: Record<string, Step> = {
  expired_uploads: sweepExpiredUploads,
  idempotency_keys: sweepIdempotencyKeys,
  waiting_keys: verifyWaitingKeys,
  voices: syncVoices,
  provider_health: ({ db }, now) => sweepHealth(db, now),
  lanes: ({ db }, now) => sweepLanes(db, new Date(now.getTime() - LANE_KEPT_MS)),
  heard_pieces: ({ db }, now) => sweepHeardPieces(db, now),
  translations: ({ db }, now) => sweepTranslations(db, now),
  mails: sweepMails,
  webhooks: sweepWebhooks,
  deliveries: sweepDeliveries,
  notifications: sweepNotifications,
  billing: sweepBilling,
  activity: ({ db }, now) => forgetActivity(db, now),
  credit_periods: sweepCreditPeriods,
  // Their age stands in their ids, by the clock of the machine.
  stray_uploads: (app) => sweepStrayUploads(app, app.wallClock()),
  stray_audio: (app) => sweepStrayAudio(app, app.wallClock()),
  audio: sweepAudio,
  run_events: sweepRunEvents,
};

/** Takes every step, whatever becomes of the others: one that fails is told to the log and comes again. */
export async function sweep(app: App, steps: Record<string, Step> = STEPS): Promise<void> {
  for (const [step, take] of Object.entries(steps)) {
    try {
      const swept = await take(app, app.clock());
      if (typeof swept === 'number' && swept > 0) app.log.info({ step, swept }, 'swept');
    } catch (error) {
      app.log.error({ step, err: error }, 'sweep failed');
    }
  }
}
