import { area } from '../../area.ts';
import { countedListOf, listOf, objectOf } from '../../envelope.ts';
import { ModelId } from '../../primitives.ts';
import { KeyedProviderId, ProviderId } from '../../providers.ts';
import { pagedQuery } from '../../query.ts';
import { Voice } from '../voices.ts';
import {
  Provider,
  ProviderCredentials,
  ProviderKeyList,
  ProviderKeyStatus,
  ProviderModel,
} from './schemas.ts';

const ProviderParams = { provider: ProviderId };

const ModelParams = {
  provider: ProviderId,
  model: ModelId.meta({ examples: ['espeak-ng'] }),
};

const access = { auth: 'jwt_or_key', scope: 'catalog:read', role: 'viewer', workspace: 'header' } as const;

/** Providers, their models and the voices of these. */
export const providers = area('providers', access, {
  list: {
    endpoint: 'GET /api/v1/providers',
    summary: 'List providers',
    description: 'Returns all providers that the service supports.',
    query: pagedQuery({}),
    responses: { 200: listOf(Provider) },
  },
  get: {
    endpoint: 'GET /api/v1/providers/:provider',
    summary: 'Get a provider',
    description: 'Returns a provider, and whether the workspace can use it.',
    params: ProviderParams,
    responses: { 200: objectOf(Provider) },
  },
  models: {
    endpoint: 'GET /api/v1/providers/:provider/models',
    summary: 'List the models of a provider',
    description: 'Returns the speech models. Empty for a provider without speech synthesis.',
    params: ProviderParams,
    query: pagedQuery({}),
    responses: { 200: listOf(ProviderModel) },
  },
  model: {
    endpoint: 'GET /api/v1/providers/:provider/models/:model',
    summary: 'Get a model of a provider',
    description: 'Returns the price, limits and languages of a model.',
    params: ModelParams,
    responses: { 200: objectOf(ProviderModel) },
  },
  voices: {
    endpoint: 'GET /api/v1/providers/:provider/models/:model/voices',
    summary: 'List the voices of a model',
    description: 'Returns the voices of the model that the workspace can use, ordered by name.',
    params: ModelParams,
    query: pagedQuery({}),
    responses: { 200: countedListOf(Voice) },
  },
});

const KeyParams = { provider: KeyedProviderId };

const keyAccess = { auth: 'jwt', scope: null, role: 'admin', workspace: 'header' } as const;

/** Keys that a workspace brings for providers. They are stored encrypted. */
export const providerKeys = area('provider_keys', keyAccess, {
  list: {
    endpoint: 'GET /api/v1/provider-keys',
    summary: 'List provider keys',
    description:
      'Returns every provider that accepts a key, with its credentials schema and the state of its key.',
    responses: { 200: objectOf(ProviderKeyList) },
  },
  put: {
    endpoint: 'PUT /api/v1/provider-keys/:provider',
    summary: 'Store a provider key',
    description:
      'Verifies the key with its provider and replaces the stored key. Returns 422 and changes nothing if the provider rejects the key. If the provider is unreachable, the key is stored as `unverified` and verified later.',
    params: KeyParams,
    body: ProviderCredentials,
    responses: { 200: objectOf(ProviderKeyStatus) },
    errors: ['FEATURE_NOT_IN_PLAN'],
  },
  delete: {
    endpoint: 'DELETE /api/v1/provider-keys/:provider',
    summary: 'Delete a provider key',
    description: 'Idempotent.',
    params: KeyParams,
    responses: { 200: objectOf(ProviderKeyStatus) },
  },
});
