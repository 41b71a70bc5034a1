import { example, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import {
  CreditsLowNotice,
  DeliveryCompletedNotice,
  DeliveryFailedNotice,
  RunCancelledNotice,
  RunCompletedNotice,
  RunFailedNotice,
  RunStartedNotice,
  UploadConfirmedNotice,
  WebhookTestNotice,
} from './events.ts';
import {
  CreateWebhookEndpoint,
  NewWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
} from './schemas.ts';

const endpoint: WebhookEndpoint = {
  id: ids.endpoint_id,
  workspace_id: ids.ws_id,
  created_by: ids.user_id,
  url: 'https://hooks.example.com/voiceloom',
  description: 'Starts the build when audio is ready.',
  events: ['run.completed', 'run.failed'],
  active: true,
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  previous_secret_expires_at: null,
  ...TIMES,
};

/** An event whose ID ends with a number. */
const notice = <T extends string, D>(number: number, type: T, data: D) => ({
  id: `0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d${number}`,
  type,
  timestamp: '2026-03-02T09:30:02.910Z',
  workspace_id: ids.ws_id,
  data,
});

const run = {
  run_id: ids.run_id,
  workflow_id: ids.workflow_id,
  run_number: 12,
  started_at: '2026-03-02T09:30:00.410Z',
};

const ended = {
  ...run,
  completed_at: '2026-03-02T09:30:02.910Z',
  credits: 2,
  total_lines: 2,
  delivered_lines: 2,
  dropped_lines: 0,
  skipped_lines: 0,
  failed_lines: 0,
};

const completed = notice(52, 'run.completed', ended);

const delivery = {
  delivery_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d52',
  run_id: run.run_id,
  workflow_id: run.workflow_id,
  run_number: run.run_number,
  target: 'game-builds',
  destination: 's3://harbor-tales-audio/builds/voice',
  automatic: true,
  files_done: 1_204,
  files_failed: 0,
  size_bytes: 207_993_600,
};

/** Examples of webhook endpoints and of the events that they receive. */
export const webhookExamples = [
  example(WebhookEndpoint, endpoint),
  example(NewWebhookEndpoint, { ...endpoint, secret: 'whsec_ZXhhbXBsZS1zZWNyZXQtb2Ytbm9ib2R5' }),
  example(CreateWebhookEndpoint, {
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
  }),
  example(UpdateWebhookEndpoint, { events: ['run.completed'], active: true }),
  example(WebhookDelivery, {
    id: ids.delivery_id,
    endpoint_id: ids.endpoint_id,
    event: completed,
    status: 'succeeded',
    attempts: 1,
    next_attempt_at: null,
    last_attempt_at: '2026-03-02T09:30:03.020Z',
    response_status: 200,
    response_body: 'ok',
    duration_ms: 84,
    error: null,
    redelivery_of: null,
    created_at: '2026-03-02T09:30:02.910Z',
  }),
  example(RunStartedNotice, { ...notice(51, 'run.started', run), timestamp: run.started_at }),
  example(RunCompletedNotice, completed),
  example(
    RunFailedNotice,
    notice(53, 'run.failed', {
      ...ended,
      credits: 0,
      total_lines: 0,
      delivered_lines: 0,
      error: 'The script cannot be read.',
      error_details: {
        code: 'script_invalid',
        message: 'The script cannot be read.',
        node_id: ids.node_id,
        details: [{ field: 'lines.7', message: 'Row 7 has no text.' }],
      },
    }),
  ),
  example(RunCancelledNotice, notice(54, 'run.cancelled', { ...ended, credits: 1, delivered_lines: 1 })),
  example(
    UploadConfirmedNotice,
    notice(55, 'upload.confirmed', {
      upload_id: ids.upload_id,
      filename: 'scene-12.csv',
      category: 'script' as const,
      size_bytes: 18_204,
      workflow_id: ids.workflow_id,
    }),
  ),
  example(DeliveryCompletedNotice, notice(58, 'delivery.completed', delivery)),
  example(
    DeliveryFailedNotice,
    notice(59, 'delivery.failed', {
      ...delivery,
      files_done: 16,
      size_bytes: 2_764_800,
      error: 'The bucket does not exist.',
    }),
  ),
  example(
    CreditsLowNotice,
    notice(56, 'credits.low', { balance: 980, threshold: 1_000, monthly_credits: 10_000 }),
  ),
  example(WebhookTestNotice, notice(57, 'webhook.test', { endpoint_id: ids.endpoint_id })),
];
