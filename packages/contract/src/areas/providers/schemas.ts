import { z } from 'zod';
import { Count, DateTime } from '../../primitives.ts';
import { KeyedProviderId } from './credentials.ts';
import { ProviderId, ProviderService } from './ids.ts';

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
