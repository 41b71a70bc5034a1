import { z } from 'zod';
import { object } from '../../named.ts';
import { DateTime, Flag, keptWhenNull, Uuid } from '../../primitives.ts';
import { pagedQuery } from '../../query.ts';
import { Scope } from '../../scopes.ts';

export const ApiKey = object('ApiKey', 'An API key, without its secret.', {
  id: Uuid,
  workspace_id: Uuid,
  created_by: Uuid.describe('The user who created the key. Requests with the key act as this user.'),
  name: z.string(),
  key_type: z.literal('live').describe('Always `live`.'),
  key_prefix: z.string().describe('The first characters of the key.'),
  key_suffix: z.string().describe('The last characters of the key.'),
  scopes: z.array(Scope).describe('The permissions of the key.'),
  active: Flag.describe('Whether the key works.'),
  last_used_at: DateTime.nullable().describe('Accurate to the minute. Null if the key was never used.'),
  rate_limit_per_min: z.int().nullable().describe('Requests per minute. Null means the default of 600.'),
  revoked_at: DateTime.nullable().describe('Null until the key is revoked.'),
  created_at: DateTime,
  updated_at: DateTime,
  preview: z.string().describe('A short form for display, such as `vl_live_abcd…wxyz`.'),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** An API key with its secret: returned once, when the key is created. */
export const NewApiKey = object('NewApiKey', 'An API key with its secret, which is returned only once.', {
  ...ApiKey.shape,
  api_key: z.string().describe('The secret key. It is returned only once.'),
});
export type NewApiKey = z.infer<typeof NewApiKey>;

const KeyName = z.string().trim().min(1).max(120);
const RateLimit = z
  .int()
  .min(1)
  .max(1_000_000)
  .nullable()
  .describe('Requests per minute. Null means the default of 600.');
const Scopes = z.array(Scope).max(100);

/** A new API key. Without scopes it gets every `:read` scope and `workflows:run`. */
export const CreateApiKey = object('CreateApiKey', 'A new API key.', {
  name: KeyName,
  scopes: Scopes.optional().describe(
    'The permissions of the key. Default: every `:read` scope and `workflows:run`.',
  ),
  rate_limit_per_min: RateLimit.optional(),
  key_type: z
    .literal('live', { error: 'Must be live. The types test and public are reserved.' })
    .default('live')
    .describe('Only `live` keys are supported.'),
});
export type CreateApiKey = z.input<typeof CreateApiKey>;

/** The fields of a key to change. */
export const UpdateApiKey = object('UpdateApiKey', 'The fields to change.', {
  name: keptWhenNull(KeyName),
  scopes: Scopes.optional().describe('Replaces the permissions of the key.'),
  rate_limit_per_min: RateLimit.optional(),
  active: Flag.optional().describe('`false` disables the key until it is set to `true` again.'),
});
export type UpdateApiKey = z.input<typeof UpdateApiKey>;

/** How long the old key still works after a rotation. */
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
