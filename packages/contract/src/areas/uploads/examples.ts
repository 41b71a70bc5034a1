import { example, exampleReading, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import {
  CreateWebhookEndpoint,
  NewWebhookEndpoint,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
} from '../webhook-endpoints/schemas.ts';
import { ConfirmUpload, CreatedUpload, CreateUpload, Upload } from './schemas.ts';
import { UploadScript } from './scripts.ts';

const upload: Upload = {
  id: ids.upload_id,
  user_id: ids.user_id,
  workspace_id: ids.ws_id,
  filename: 'trailer.txt',
  category: 'script',
  content_type: 'text/plain',
  format: 'txt',
  status: 'confirmed',
  size_bytes: 38,
  checksum_sha256: null,
  download_url: 'https://api.example.com/files/eyJrIjoidXBsb2FkcyJ9.c2lnbmF0dXJl',
  context_type: 'workflow',
  context_id: ids.workflow_id,
  char_count: 37,
  line_count: 2,
  ...TIMES,
};

const endpoint: WebhookEndpoint = {
  id: ids.endpoint_id,
  workspace_id: ids.ws_id,
  created_by: ids.user_id,
  url: 'https://hooks.example.com/voiceloom',
  description: 'Tells the build that audio is there.',
  events: ['run.completed', 'run.failed'],
  active: true,
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  previous_secret_expires_at: null,
  ...TIMES,
};

/** Examples of uploads and of webhooks. */
export const fileExamples = [
  example(Upload, upload),
  example(UploadScript, {
    upload_id: ids.upload_id,
    filename: 'trailer.txt',
    reading: exampleReading,
    lines: ['The storm passed.', 'The harbor slept.'].map((script, index) => ({
      ...{ line_id: `L0000${index + 1}`, source_line_id: null, row: index + 1, locale_code: 'en-us' },
      ...{
        character_name: null,
        script,
        notes: null,
        direction: null,
        max_duration_ms: null,
        start_ms: null,
      },
    })),
  }),
  example(CreateUpload, { filename: 'trailer.txt', category: 'script', size_bytes: 38 }),
  example(ConfirmUpload, { context_type: 'workflow', context_id: ids.workflow_id }),
  example(CreatedUpload, {
    upload: {
      ...upload,
      status: 'pending',
      download_url: null,
      context_type: null,
      context_id: null,
      char_count: null,
      line_count: null,
    },
    upload_url: 'https://api.example.com/files/eyJrIjoicGVuZGluZyJ9.c2lnbmF0dXJl',
  }),
  example(WebhookEndpoint, endpoint),
  example(NewWebhookEndpoint, { ...endpoint, secret: 'whsec_ZXhhbXBsZS1zZWNyZXQtb2Ytbm9ib2R5' }),
  example(CreateWebhookEndpoint, {
    url: 'https://hooks.example.com/voiceloom',
    description: 'Tells the build that audio is there.',
    events: ['run.completed', 'run.failed'],
  }),
  example(UpdateWebhookEndpoint, { events: ['run.completed'], active: true }),
  example(WebhookDelivery, {
    id: ids.delivery_id,
    endpoint_id: ids.endpoint_id,
    event: {
      id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d52',
      type: 'run.completed',
      timestamp: '2026-03-02T09:30:02.910Z',
      workspace_id: ids.ws_id,
      data: {
        run_id: ids.run_id,
        workflow_id: ids.workflow_id,
        run_number: 12,
        started_at: '2026-03-02T09:30:00.410Z',
        completed_at: '2026-03-02T09:30:02.910Z',
        credits: 2,
        total_lines: 2,
        delivered_lines: 2,
        dropped_lines: 0,
        skipped_lines: 0,
        failed_lines: 0,
      },
    },
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
];
