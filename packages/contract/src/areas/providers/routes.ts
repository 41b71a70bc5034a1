import { z } from 'zod';
import { countedListOf, listOf, objectOf } from '../../envelope.ts';
import { meta, route, workspaceHeader } from '../../kit.ts';
import { Count } from '../../primitives.ts';
import { pagedQuery } from '../../query.ts';
import { Voice } from '../voices/schemas.ts';
import { ProviderId, ProviderService } from './ids.ts';
import { ProviderKeyState } from './keys.ts';

/** A provider as the workspace can use it. */
export const Provider = z
  .object({
    id: ProviderId,
    display_name: z.string(),
    embedded: z.boolean().describe('Part of this service: needs no key and no network.'),
    serves: z.array(ProviderService).describe('What it does in a run.'),
    available: z.boolean().describe('Whether a run of the workspace can use it.'),
    key_status: ProviderKeyState.nullable().describe(
      "Of the workspace's own key; null where none is needed.",
    ),
    models_count: Count.describe('Models that speak.'),
    voices_count: Count.describe('Voices that the workspace may use.'),
  })
  .meta({ id: 'Provider', description: 'A provider as the workspace can use it.' });
/** A provider as the workspace can use it. */
export type Provider = z.infer<typeof Provider>;

/** What a provider asks of its own customers for a model. */
export const ModelPrice = z
  .object({
    usd: z.number().min(0).describe('US dollars.'),
    per: z.number().min(1).describe('For how many of the units.'),
    unit: z.enum(['characters', 'bytes', 'tokens', 'seconds']).describe('What the provider counts.'),
    as_of: z.iso.date().describe('When the price was read; prices move.'),
  })
  .meta({ id: 'ModelPrice', description: 'What a provider asks of its own customers for a model.' });
/** What a provider asks of its own customers for a model. */
export type ModelPrice = z.infer<typeof ModelPrice>;

/** A model of a speech provider. */
export const ProviderModel = z
  .object({
    id: z.string(),
    provider: ProviderId,
    display_name: z.string(),
    is_default: z.boolean().describe('Used where a generator names no model.'),
    credits_per_1000_characters: z
      .number()
      .min(0)
      .describe("What a run is charged; with the workspace's own key, the provider is paid beside that."),
    provider_price: ModelPrice.nullable().describe('What the provider asks for; null where it is not known.'),
    retires_at: z.iso
      .date()
      .nullable()
      .describe('The last day of the model; null where no end is announced.'),
    successor: z.string().nullable().describe('The id of the model to take instead.'),
    max_characters: Count.describe(
      'The longest text of one request, in code points; longer lines are split.',
    ),
    supported_languages: z
      .array(z.string())
      .nullable()
      .describe('Lowercase BCP-47 codes; null where the model is not bound to a list.'),
  })
  .meta({ id: 'ProviderModel', description: 'A model of a speech provider.' });
/** A model of a speech provider. */
export type ProviderModel = z.infer<typeof ProviderModel>;

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
    description: 'Every provider that the service knows, in the order of its catalog.',
    headers: workspaceHeader,
    query: pagedQuery({}),
    responses: { 200: listOf(Provider) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'providers.list', paged }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/providers/:provider',
    summary: 'Get a provider',
    description: 'One provider as the workspace can use it.',
    pathParams: ProviderParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(Provider) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'providers.get' }),
  }),
  models: route({
    method: 'GET',
    path: '/api/v1/providers/:provider/models',
    summary: 'List models of a provider',
    description: 'Empty for a provider that this installation cannot speak with.',
    pathParams: ProviderParams,
    headers: workspaceHeader,
    query: pagedQuery({}),
    responses: { 200: listOf(ProviderModel) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'providers.models', paged }),
  }),
  model: route({
    method: 'GET',
    path: '/api/v1/providers/:provider/models/:model',
    summary: 'Get a model of a provider',
    description: 'Its price, its limits and its languages.',
    pathParams: ModelParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(ProviderModel) },
    errors: [],
    metadata: meta({ ...reads, operationId: 'providers.model' }),
  }),
  voices: route({
    method: 'GET',
    path: '/api/v1/providers/:provider/models/:model/voices',
    summary: 'List voices of a model',
    description: 'Voices that the workspace may use and that name this model, by name.',
    pathParams: ModelParams,
    headers: workspaceHeader,
    query: pagedQuery({}),
    responses: { 200: countedListOf(Voice) },
    errors: [],
    metadata: meta({
      ...reads,
      operationId: 'providers.voices',
      paged: { counted: true, defaultLimit: 20 },
    }),
  }),
};
