import { example, EXAMPLE_IDS as ids } from '../../openapi/example.ts';
import { Whoami } from './schemas.ts';

/** Examples of the caller. */
export const authExamples = [
  example(Whoami, {
    auth_kind: 'api_key',
    user_id: ids.user_id,
    workspace_id: ids.ws_id,
    api_key_id: ids.key_id,
    scopes: ['workflows:read', 'workflows:run'],
  }),
];
