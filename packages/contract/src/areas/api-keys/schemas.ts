import { z } from 'zod';
import { DateTime, keptWhenNull, Uuid } from '../../primitives.ts';
import { pagedQuery } from '../../query.ts';
import { Scope } from '../../scopes.ts';

const keyFields = {
  id: Uuid,
  workspace_id: Uuid,
  created_by: Uuid,
  name: z.string(),
  key_type: z.literal('live'),
  key_prefix: z.string().describe('The first characters of the key.'),
  key_suffix: z.string().describe('The last characters of the key.'),
  scopes: z.array(Scope),
  active: z.boolean(),
  last_used_at: DateTime.nullable().describe('Kept to the minute.'),
  rate_limit_per_min: z.int().nullable().describe('Requests a minute; null = the default of 600.'),
  revoked_at: DateTime.nullable(),
  created_at: DateTime,
  updated_at: DateTime,
  preview: z.string().describe('A short form to show, such as `vl_live_abcd…wxyz`.'),
};

/** An API key, without its secret. */
export const ApiKey = z
  .object(keyFields)
  .meta({ id: 'ApiKey', description: 'An API key, without its secret.' });
/** An API key, without its secret. */
export type ApiKey = z.infer<typeof ApiKey>;

/** An API key with its secret: shown once, when it is made. */
export const NewApiKey = z
  .object({ ...keyFields, api_key: z.string().describe('The key itself. It is never shown again.') })
  .meta({ id: 'NewApiKey', description: 'An API key with its secret, shown once.' });
/** An API key with its secret. */
export type NewApiKey = z.infer<typeof NewApiKey>;

const KeyName = z.string().trim().min(1).max(120);

const RateLimit = z.int().min(1).max(1_000_000).nullable();

const Scopes = z.array(Scope).max(100);

/** A new API key. Without scopes it gets every `:read` scope and `workflows:run`. */
export const CreateApiKey = z
  .object({
    name: KeyName,
    scopes: Scopes.optional().describe('Every :read scope and workflows:run when left out.'),
    rate_limit_per_min: RateLimit.optional(),
    key_type: z
      .literal('live', { error: 'Only live keys can be made; test and public are reserved.' })
      .default('live'),
  })
  .meta({ id: 'CreateApiKey', description: 'A new API key.' });
/** A new API key. */
export type CreateApiKey = z.input<typeof CreateApiKey>;

/** The fields of a key to change; the others stay. */
export const UpdateApiKey = z
  .object({
    name: keptWhenNull(KeyName),
    scopes: Scopes.optional(),
    rate_limit_per_min: RateLimit.optional(),
    active: z.boolean().optional(),
  })
  .meta({ id: 'UpdateApiKey', description: 'The fields to change; the others stay.' });
/** The fields of a key to change. */
export type UpdateApiKey = z.input<typeof UpdateApiKey>;

/** How long the old key goes on working after a rotation. */
export const RotateApiKey = z
  .object({ grace_period_seconds: z.int().min(0).max(86_400).default(0) })
  .meta({ id: 'RotateApiKey', description: 'How long the old key goes on working.' });
/** How long the old key goes on working after a rotation. */
export type RotateApiKey = z.input<typeof RotateApiKey>;

/** The key that was replaced and the one that replaces it. */
export const RotatedApiKey = z
  .object({ old_key: ApiKey, new_key: NewApiKey })
  .meta({ id: 'RotatedApiKey', description: 'The key that was replaced and the one that replaces it.' });
/** The key that was replaced and the one that replaces it. */
export type RotatedApiKey = z.infer<typeof RotatedApiKey>;

/** Filter of the key list. */
export const ApiKeyListQuery = pagedQuery(
  { status: z.enum(['active', 'revoked', 'all']).default('active') },
  50,
);
/** Filter of the key list, as the server reads it. */
export type ApiKeyListQuery = z.output<typeof ApiKeyListQuery>;
