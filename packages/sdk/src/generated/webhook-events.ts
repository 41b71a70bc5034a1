// Written by scripts/gen.ts. Do not edit.

/** The types of the events that webhooks carry. */
export const webhookEventTypes = [
  'run.started',
  'run.paused',
  'run.resumed',
  'run.completed',
  'run.failed',
  'run.cancelled',
  'upload.confirmed',
  'delivery.completed',
  'delivery.failed',
  'review.updated',
  'review.commented',
  'review.approved',
  'credits.low',
  'budget.reached',
  'schedule.failed',
  'webhook.test',
] as const;
