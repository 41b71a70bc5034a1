import { z } from 'zod';
import { area } from '../area.ts';
import { countedListOf, objectOf } from '../envelope.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../example.ts';
import { DateTime, displayName, Flag, keptWhenNull, object, Uuid } from '../primitives.ts';
import { pagedQuery } from '../query.ts';
import { Scope } from '../scopes.ts';

/** The limit of an API key without its own, in requests per minute. */
export const DEFAULT_RATE_LIMIT_PER_MIN = 600;
const RATE_LIMIT_MEANING = `Requests per minute. Null means the default of ${DEFAULT_RATE_LIMIT_PER_MIN}.`;

export const ApiKey = object('ApiKey', 'An API key, without its secret.', {
  id: Uuid,
  workspace_id: Uuid,
  created_by: Uuid.describe('The user who created the key. Requests with the key act as this user.'),
  name: z.string(),
  key_type: z.literal('live').describe('Always `live`.'),
  key_prefix: z.string().describe('The first characters of the key.'),
  key_suffix: z.string().describe('The last characters of the key.'),
  scopes: z.array(Scope).describe('What programs with the key can do.'),
  active: Flag.describe('Whether the key works.'),
  last_used_at: DateTime.nullable().describe('Accurate to the minute. Null if the key was never used.'),
  rate_limit_per_min: z.int().nullable().describe(RATE_LIMIT_MEANING),
  revoked_at: DateTime.nullable().describe('Null until the key is revoked.'),
  created_at: DateTime,
  updated_at: DateTime,
  preview: z.string().describe('A short form for display, such as `vl_live_abcd…wxyz`.'),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = object('NewApiKey', 'An API key with its secret, which is returned only once.', {
  ...ApiKey.shape,
  api_key: z.string().describe('The secret key. It is returned only once.'),
});
export type NewApiKey = z.infer<typeof NewApiKey>;

const KeyName = displayName(120);
const RateLimit = z.int().min(1).max(1_000_000).nullable().describe(RATE_LIMIT_MEANING);
const Scopes = z.array(Scope).max(100);

export const CreateApiKey = object('CreateApiKey', 'A new API key.', {
  name: KeyName,
  scopes: Scopes.optional().describe(
    'What programs with the key can do. Default: every `:read` scope and `workflows:run`.',
  ),
  rate_limit_per_min: RateLimit.optional(),
  key_type: z
    .literal('live', { error: 'Must be live. The types test and public are reserved.' })
    .default('live')
    .describe('Only `live` keys are supported.'),
});
export type CreateApiKey = z.input<typeof CreateApiKey>;

export const UpdateApiKey = object('UpdateApiKey', 'The fields to change.', {
  name: keptWhenNull(KeyName),
  scopes: Scopes.optional().describe('Replaces the permissions of the key.'),
  rate_limit_per_min: RateLimit.optional(),
  active: Flag.optional().describe('`false` disables the key until it is set to `true` again.'),
});
export type UpdateApiKey = z.input<typeof UpdateApiKey>;

export const RotateApiKey = object('RotateApiKey', 'The options of a key rotation.', {
  grace_period_seconds: z
    .int()
    .min(0)
    .max(86_400)
    .default(0)
    .describe('How long the old key still works, in seconds.'),
});
export type RotateApiKey = z.input<typeof RotateApiKey>;

export const RotatedApiKey = object('RotatedApiKey', 'The old and the new key of a rotation.', {
  old_key: ApiKey.describe('The key that was replaced.'),
  new_key: NewApiKey.describe('The new key, with its secret.'),
});
export type RotatedApiKey = z.infer<typeof RotatedApiKey>;

/** Filters of the key list. */
export const ApiKeyListQuery = pagedQuery(
  {
    status: z
      .enum(['active', 'revoked', 'all'])
      .default('active')
      .describe('Return only keys with this status.'),
  },
  50,
);
export type ApiKeyListQuery = z.output<typeof ApiKeyListQuery>;

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

example(ApiKey, key);
example(NewApiKey, newKey);
example(CreateApiKey, {
  name: 'Nightly builds',
  scopes: ['workflows:read', 'workflows:run'],
  rate_limit_per_min: 120,
});
example(UpdateApiKey, { name: 'Hourly builds', rate_limit_per_min: null });
example(RotateApiKey, { grace_period_seconds: 3_600 });
example(RotatedApiKey, {
  old_key: key,
  new_key: { ...newKey, id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d41' },
});

const access = { auth: 'jwt', scope: null, role: 'editor', workspace: 'header' } as const;

/** API keys of a workspace, for admins; editors see and change those that they created. */
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
    description: 'Only this response contains the secret key.',
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
