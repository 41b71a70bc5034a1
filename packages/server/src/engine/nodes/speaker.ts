import type { Credentials, SpeechModel, SpeechProvider } from '../../providers/speech/index.ts';
import { SecretError } from '../../secrets.ts';
import { type Cast, castFor, type GeneratorConfig } from '../casting.ts';
import { openProviderKey } from '../provider-keys.ts';
import type { SpeechLane } from '../speech-lanes.ts';
import { modelOf, rateOf } from '../takes.ts';
import { type ChunkContext, NodeFailure } from './node.ts';

/** Who is asked to speak, with what, and what that costs. */
export interface Speaker {
  provider: SpeechProvider;
  model: SpeechModel;
  cast: Cast;
  credits_per_1000_characters: number;
  /** The workspace's own, where the provider wants a key. */
  credentials: Credentials | undefined;
  lane: SpeechLane | undefined;
}

/** Looks up once for a chunk what speaking with a provider takes. */
export async function speakerOf(context: ChunkContext, config: GeneratorConfig): Promise<Speaker> {
  const { app, run } = context;
  const provider = app.speech.get(config.provider);
  if (!provider)
    throw new NodeFailure('provider_not_configured', `The provider ${config.provider} is not configured.`);
  const model = modelOf(provider, config.model);
  if (!model) throw new NodeFailure('unknown_model', `${config.provider} has no model "${config.model}".`);
  const cast = await castFor(app.db, run.workspace_id, { ...config, model: model.id });
  const common = { provider, model, cast, credits_per_1000_characters: rateOf(provider, model) };
  if (!provider.listVoices) return { ...common, credentials: undefined, lane: undefined };
  const credentials = await keyOf(context, provider.id);
  const starting_places = provider.starting_places ?? 1;
  return {
    ...common,
    credentials,
    lane: app.lanes.lane({ provider: provider.id, credentials, starting_places }),
  };
}

async function keyOf({ app, run }: ChunkContext, provider: string): Promise<Credentials> {
  try {
    const credentials = await openProviderKey(app, { workspace_id: run.workspace_id, provider });
    if (credentials) return credentials;
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    throw new NodeFailure(
      'provider_key_unreadable',
      `The key for ${provider} cannot be opened; enter it anew.`,
    );
  }
  throw new NodeFailure('provider_key_missing', `The workspace has no key for ${provider} that may be used.`);
}

/** The one that is named for emergencies, or nobody when that one cannot speak either. */
export async function spareOf(context: ChunkContext, config: GeneratorConfig): Promise<Speaker | undefined> {
  const { fallback_provider: provider } = config;
  if (!provider || provider === config.provider) return undefined;
  try {
    // Voices that are named for the first one are passed over: they are not the spare's.
    return await speakerOf(context, { ...config, provider, model: null });
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error;
    context.app.log.warn({ provider, code: error.code }, 'fallback provider cannot speak');
    return undefined;
  }
}
