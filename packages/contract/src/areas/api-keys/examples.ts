import { example, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import { ApiKey, CreateApiKey, NewApiKey, RotateApiKey, RotatedApiKey, UpdateApiKey } from './schemas.ts';

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

/** Examples of API keys. */
export const apiKeyExamples = [
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
];
