import { z } from 'zod';
import { countedListOf, listOf, objectOf } from '../../envelope.ts';
import { meta, route, workspaceHeader } from '../../kit.ts';
import { pagedQuery } from '../../query.ts';
import { Voice } from '../voices/schemas.ts';
import { KeyedProviderId } from './credentials.ts';
import { ProviderId } from './ids.ts';
import {
  Provider,
  ProviderCredentials,
  ProviderKeyList,
  ProviderKeyStatus,
  ProviderModel,
} from './schemas.ts';

const ProviderParams = z.object({ provider: ProviderId });

const ModelParams = z.object({
  provider: ProviderId,
  model: z
    .string()
    .min(1)
    .max(200)
    .meta({ examples: ['espeak-ng'] }),
});

const reads = {
  area: 'providers',
  auth: 'jwt_or_key',
  scope: 'catalog:read',
  role: 'viewer',
  workspace: 'header',
  idempotent: false,
  success: 200,
} as const;

const paged = { counted: false, defaultLimit: 20 } as const;

/** Providers, their models and the voices of these. */
export const providers = {
  list: route({
    method: 'GET',
    path: '/api/v1/providers',
    summary: 'List providers',
    description: 'Returns all providers that the service supports.',
    headers: workspaceHeader,
    query: pagedQuery({}),
    responses: { 200: listOf(Provider) },
    metadata: meta({ ...reads, operationId: 'providers.list', paged }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/providers/:provider',
    summary: 'Get a provider',
    description: 'Returns a provider, and whether the workspace can use it.',
    pathParams: ProviderParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(Provider) },
    metadata: meta({ ...reads, operationId: 'providers.get' }),
  }),
  models: route({
    method: 'GET',
    path: '/api/v1/providers/:provider/models',
    summary: 'List the models of a provider',
    description: 'Returns the speech models. Empty for a provider without speech synthesis.',
    pathParams: ProviderParams,
    headers: workspaceHeader,
    query: pagedQuery({}),
    responses: { 200: listOf(ProviderModel) },
    metadata: meta({ ...reads, operationId: 'providers.models', paged }),
  }),
  model: route({
    method: 'GET',
    path: '/api/v1/providers/:provider/models/:model',
    summary: 'Get a model of a provider',
    description: 'Returns the price, limits and languages of a model.',
    pathParams: ModelParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(ProviderModel) },
    metadata: meta({ ...reads, operationId: 'providers.model' }),
  }),
  voices: route({
    method: 'GET',
    path: '/api/v1/providers/:provider/models/:model/voices',
    summary: 'List the voices of a model',
    description: 'Returns the voices of the model that the workspace can use, ordered by name.',
    pathParams: ModelParams,
    headers: workspaceHeader,
    query: pagedQuery({}),
    responses: { 200: countedListOf(Voice) },
    metadata: meta({
      ...reads,
      operationId: 'providers.voices',
      paged: { counted: true, defaultLimit: 20 },
    }),
  }),
};

const KeyParams = z.object({ provider: KeyedProviderId });

const manages = {
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
    description:
      'Returns every provider that accepts a key, with its credentials schema and the state of its key.',
    headers: workspaceHeader,
    responses: { 200: objectOf(ProviderKeyList) },
    metadata: meta({ ...manages, operationId: 'provider_keys.list' }),
  }),
  put: route({
    method: 'PUT',
    path: '/api/v1/provider-keys/:provider',
    summary: 'Store a provider key',
    description:
      'Verifies the key with its provider and replaces the stored key. Returns 422 and changes nothing if the provider rejects the key. If the provider cannot be reached, the key is stored as `unverified` and verified later.',
    pathParams: KeyParams,
    headers: workspaceHeader,
    body: ProviderCredentials,
    responses: { 200: objectOf(ProviderKeyStatus) },
    errors: ['FEATURE_NOT_IN_PLAN'],
    metadata: meta({ ...manages, operationId: 'provider_keys.put' }),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v1/provider-keys/:provider',
    summary: 'Delete a provider key',
    description: 'Idempotent.',
    pathParams: KeyParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(ProviderKeyStatus) },
    metadata: meta({ ...manages, operationId: 'provider_keys.delete' }),
  }),
};
