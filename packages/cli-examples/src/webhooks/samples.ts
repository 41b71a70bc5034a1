import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '@voiceloom/sdk';

type EventType = WebhookEvent['type'];
type DataOf<Type extends EventType> = Extract<WebhookEvent, { type: Type }>['data'];

const ids = () => ({ run_id: randomUUID(), workflow_id: randomUUID(), run_number: 1 });
const times = (now: Date) => ({
  started_at: new Date(now.getTime() - 2500).toISOString(),
  completed_at: now.toISOString(),
});
const lines = (delivered_lines: number, failed_lines: number) => ({
  ...{ total_lines: 2, delivered_lines, dropped_lines: 0, skipped_lines: 0, failed_lines },
});
const delivery = () => ({
  ...{ delivery_id: randomUUID(), ...ids(), target: 'sample', destination: 's3://sample/voice' },
  ...{ automatic: true, files_done: 2, files_failed: 0, size_bytes: 163_840 },
});

const review = () => ({ review_id: randomUUID(), workflow_id: randomUUID(), run_id: randomUUID() });
const counts = (approved_count: number) => ({
  ...{ items_count: 2, open_count: 2 - approved_count, approved_count },
  ...{ rejected_count: 0, needs_work_count: 0, waived_count: 0 },
});

/** Sample data for each event type, with ids that do not exist. */
const DATA: { [Type in EventType]: (now: Date) => DataOf<Type> } = {
  'run.started': (now) => ({ ...ids(), started_at: now.toISOString() }),
  'run.paused': (now) => ({
    ...{ ...ids(), started_at: times(now).started_at, paused_at: now.toISOString(), pause_reason: 'budget' },
    pause_message: 'The run has spent 498 of at most 500 credits, and its next line needs up to 12.',
    credits: 498,
  }),
  'run.resumed': (now) => ({
    ...{ ...ids(), started_at: times(now).started_at, resumed_at: now.toISOString(), credits: 498 },
  }),
  'run.completed': (now) => ({ ...ids(), ...times(now), ...lines(2, 0), credits: 2 }),
  'run.failed': (now) => ({
    ...{ ...ids(), ...times(now), ...lines(1, 1), credits: 1 },
    error: '1 of 2 lines failed.',
    error_details: { code: 'lines_failed', message: '1 of 2 lines failed.', node_id: null, details: [] },
  }),
  'run.cancelled': (now) => ({ ...ids(), ...times(now), ...lines(1, 0), credits: 1 }),
  'upload.confirmed': () => ({
    ...{ upload_id: randomUUID(), workflow_id: randomUUID() },
    ...{ filename: 'sample.csv', category: 'script', size_bytes: 2048 },
  }),
  'delivery.completed': () => delivery(),
  'delivery.failed': () => ({ ...delivery(), files_failed: 1, error: 'The bucket rejected a file.' }),
  'review.updated': () => ({ ...review(), ...counts(1) }),
  'review.commented': () => ({
    ...{ ...review(), no: 2, line_id: 'line-2', locale_code: 'en-us', comment_id: randomUUID() },
    ...{ author: 'Ada Winter', body: 'Too fast here.' },
  }),
  'review.approved': () => ({ ...review(), ...counts(2) }),
  'credits.low': () => ({ balance: 90, threshold: 100, monthly_credits: 1000 }),
  'budget.reached': () => ({
    ...{ budget_id: randomUUID(), name: 'Sample', scope: 'workspace', scope_id: null, action: 'pause' },
    ...{
      percent: 80,
      period_starts_at: '2026-03-01T00:00:00.000Z',
      period_ends_at: '2026-04-01T00:00:00.000Z',
    },
    ...{ credits: 80, limit_credits: 100, provider_usd_micros: 0, limit_usd_micros: null },
  }),
  'schedule.failed': (now) => ({
    ...{ schedule_id: randomUUID(), workflow_id: randomUUID(), name: 'Sample', due_at: now.toISOString() },
    ...{ code: 'INSUFFICIENT_CREDITS', message: 'The run needs at least 12 credits; 3 are left.' },
    ...{ failures_count: 1, disabled: false },
  }),
  'webhook.test': () => ({ endpoint_id: randomUUID() }),
};

/** The event types that have sample data. */
export const SAMPLE_TYPES = Object.keys(DATA) as EventType[];

/** An event as the service would send it, with fictitious data. */
export function sampleEvent(type: EventType, now = new Date()): WebhookEvent {
  const event = { id: randomUUID(), timestamp: now.toISOString(), workspace_id: randomUUID() };
  return { ...event, type, data: DATA[type](now) } as WebhookEvent;
}
