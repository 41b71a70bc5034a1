import { z } from 'zod';
import { objectOf } from '../../envelope.ts';
import { meta, route, workspaceHeader } from '../../kit.ts';
import { DateTime } from '../../primitives.ts';
import { KeyedProviderId } from './credentials.ts';

/**
 * How a key stands: none there, accepted by its provider, no longer accepted, or not tried yet because the provider
 * could not be reached.
 */
export const ProviderKeyState = z
  .enum(['not_configured', 'valid', 'invalid', 'unverified'])
  .meta({ id: 'ProviderKeyState', description: "How a workspace's key for a provider stands." });
/** How a key stands. */
export type ProviderKeyState = z.infer<typeof ProviderKeyState>;

/** A provider and the workspace's own key for it. The key itself is never answered. */
export const ProviderKeyStatus = z
  .object({
    provider: KeyedProviderId,
    display_name: z.string(),
    credentials_schema: z
      .record(z.string(), z.unknown())
      .describe('The JSON Schema of the body that stores a key.'),
    configured: z.boolean(),
    is_valid: z.boolean().describe('The provider accepted the key when it was tried last.'),
    validated_at: DateTime.nullable().describe('When the provider accepted the key last.'),
    key_preview: z.string().describe('The end of the key behind a mask; empty without one.'),
    status: ProviderKeyState,
  })
  .meta({ id: 'ProviderKeyStatus', description: "A provider and the workspace's own key for it." });
/** A provider and the workspace's own key for it. */
export type ProviderKeyStatus = z.infer<typeof ProviderKeyStatus>;

/** Every provider that takes a key. */
export const ProviderKeyList = z
  .object({ providers: z.array(ProviderKeyStatus) })
  .meta({ id: 'ProviderKeyList', description: 'Every provider that takes a key.' });
/** Every provider that takes a key. */
export type ProviderKeyList = z.infer<typeof ProviderKeyList>;

/** Credentials for one provider: what its `credentials_schema` asks for. */
export const ProviderCredentials = z
  .record(z.string().max(64), z.unknown())
  .meta({ id: 'ProviderCredentials', description: "What the provider's `credentials_schema` asks for." });
/** Credentials for one provider. */
export type ProviderCredentials = z.infer<typeof ProviderCredentials>;

const ProviderParams = z.object({ provider: KeyedProviderId });

const shared = {
  area: 'provider_keys',
  auth: 'jwt',
  scope: null,
  role: 'admin',
  workspace: 'header',
  idempotent: false,
  success: 200,
} as const;

/** Keys that a workspace brings for providers. They are sealed when they are stored. */
export const providerKeys = {
  list: route({
    method: 'GET',
    path: '/api/v1/provider-keys',
    summary: 'List provider keys',
    description: 'Every provider that takes a key, with what it asks for and how the key stands.',
    headers: workspaceHeader,
    responses: { 200: objectOf(ProviderKeyList) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'provider_keys.list' }),
  }),
  put: route({
    method: 'PUT',
    path: '/api/v1/provider-keys/:provider',
    summary: 'Store a provider key',
    description:
      'Tries the key at its provider and replaces the stored one. A key that the provider refuses is 422 and changes nothing; while the provider cannot be reached the key is kept as `unverified` and tried again later.',
    pathParams: ProviderParams,
    headers: workspaceHeader,
    body: ProviderCredentials,
    responses: { 200: objectOf(ProviderKeyStatus) },
    errors: ['FEATURE_NOT_IN_PLAN'],
    metadata: meta({ ...shared, operationId: 'provider_keys.put' }),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v1/provider-keys/:provider',
    summary: 'Delete a provider key',
    description: 'May be repeated.',
    pathParams: ProviderParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(ProviderKeyStatus) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'provider_keys.delete' }),
  }),
};
