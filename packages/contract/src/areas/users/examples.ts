import { CountedPagination, Meta, Pagination } from '../../envelope.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import { Empty } from '../../primitives.ts';
import {
  ApiKey,
  CreateApiKey,
  NewApiKey,
  RotateApiKey,
  RotatedApiKey,
  UpdateApiKey,
} from '../api-keys/routes.ts';
import { Whoami } from '../auth/routes.ts';
import { Health, Readiness } from '../health/routes.ts';
import { NotificationPreferences, UpdateNotificationPreferences } from './routes.ts';

const key: ApiKey = {
  id: ids.key_id,
  workspace_id: ids.ws_id,
  created_by: ids.user_id,
  name: 'Nightly builds',
  key_type: 'live',
  key_prefix: 'vl_live_q8Zt',
  key_suffix: 'e4Kd',
  scopes: ['workflows:read', 'workflows:run'],
  active: true,
  last_used_at: '2026-03-02T09:40:00.000Z',
  rate_limit_per_min: 120,
  revoked_at: null,
  ...TIMES,
  preview: 'vl_live_q8Zt…e4Kd',
};
const newKey: NewApiKey = {
  ...key,
  last_used_at: null,
  api_key: 'vl_live_q8ZtExampleOfAKeyThatNobodyHase4Kd',
};

const preferences: NotificationPreferences = {
  completed_generation_email: true,
  failed_generation_email: true,
  weekly_usage_summary_email: false,
  product_updates_email: false,
};

const pagination = {
  limit: 20,
  next: 'https://api.example.com/api/v1/workflows?limit=20&cursor=eyJrIjoiMjAyNi0wMy0wMiJ9',
  prev: null,
};

/** Examples of what surrounds every answer, of callers, their keys and their preferences. */
export const accountExamples = [
  example(Meta, { request_id: '01JNBQ3V7N8R2T5W9X4Y6Z0ABC', timestamp: TIMES.updated_at }),
  example(Pagination, pagination),
  example(CountedPagination, { ...pagination, total: 57 }),
  example(Empty, {}),
  example(Whoami, {
    auth_kind: 'api_key',
    user_id: ids.user_id,
    workspace_id: ids.ws_id,
    api_key_id: ids.key_id,
    scopes: key.scopes,
  }),
  example(ApiKey, key),
  example(NewApiKey, newKey),
  example(CreateApiKey, {
    name: 'Nightly builds',
    scopes: ['workflows:read', 'workflows:run'],
    rate_limit_per_min: 120,
  }),
  example(UpdateApiKey, { name: 'Hourly builds', rate_limit_per_min: null }),
  example(RotateApiKey, { grace_period_seconds: 3_600 }),
  example(RotatedApiKey, {
    old_key: key,
    new_key: { ...newKey, id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d41' },
  }),
  example(NotificationPreferences, preferences),
  example(UpdateNotificationPreferences, { weekly_usage_summary_email: true }),
  example(Health, { status: 'ok', version: '0.1.0' }),
  example(Readiness, { status: 'ready', checks: { database: 'ok', storage: 'ok', workers: 'ok' } }),
];
