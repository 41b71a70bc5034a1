import { example, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import type { ApiKey } from '../api-keys/schemas.ts';
import { Whoami } from './schemas.ts';

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

/** Examples of the caller. */
export const authExamples = [
  example(Whoami, {
    auth_kind: 'api_key',
    user_id: ids.user_id,
    workspace_id: ids.ws_id,
    api_key_id: ids.key_id,
    scopes: key.scopes,
  }),
];
