import { area } from '../../area.ts';
import { countedListOf, objectOf } from '../../envelope.ts';
import {
  ApiKey,
  ApiKeyListQuery,
  CreateApiKey,
  NewApiKey,
  RotateApiKey,
  RotatedApiKey,
  UpdateApiKey,
} from './schemas.ts';

const access = { auth: 'jwt', scope: null, role: 'editor', workspace: 'header' } as const;

/** API keys of a workspace, for admins; editors see and change those that they made. */
export const apiKeys = area('api_keys', access, {
  list: {
    endpoint: 'GET /api/v1/api-keys',
    summary: 'List API keys',
    description: 'Admins see all keys of the workspace, editors only their own.',
    query: ApiKeyListQuery,
    responses: { 200: countedListOf(ApiKey) },
  },
  create: {
    endpoint: 'POST /api/v1/api-keys',
    summary: 'Create an API key',
    description: 'The response contains the secret key. It is not returned again.',
    body: CreateApiKey,
    responses: { 201: objectOf(NewApiKey) },
  },
  get: {
    endpoint: 'GET /api/v1/api-keys/:key_id',
    summary: 'Get an API key',
    description: 'The response does not contain the secret.',
    etag: true,
    responses: { 200: objectOf(ApiKey) },
  },
  update: {
    endpoint: 'PATCH /api/v1/api-keys/:key_id',
    summary: 'Update an API key',
    description:
      'Changes only the fields in the request. Changes take effect in every server process within a second.',
    body: UpdateApiKey,
    responses: { 200: objectOf(ApiKey) },
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
  },
  rotate: {
    endpoint: 'PATCH /api/v1/api-keys/:key_id/rotate',
    summary: 'Rotate an API key',
    description:
      'Creates a new key with the same scopes and rate limit, which acts as the caller. The old key works until its grace period ends.',
    body: RotateApiKey.prefault({}),
    responses: { 200: objectOf(RotatedApiKey) },
    errors: ['CONFLICT'],
  },
  delete: {
    endpoint: 'DELETE /api/v1/api-keys/:key_id',
    summary: 'Revoke an API key',
    description: 'Returns the revoked key. Idempotent.',
    responses: { 200: objectOf(ApiKey) },
    errors: ['PRECONDITION_FAILED'],
  },
});
