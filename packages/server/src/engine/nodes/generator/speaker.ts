import {
  type Credentials,
  describeMissingProvider,
  type SpeechModel,
  type SpeechProvider,
} from '../../../providers/speech/index.ts';
import { modelOf, rateOf } from '../../casting/takes.ts';
import type { GeneratorConfig, VoiceAssignment } from '../../casting/voice-pool.ts';
import { type ChunkContext, NodeFailure } from '../../model.ts';
import type { SpeechLane } from '../../provider-calls/concurrency-limiter.ts';
import { ownKey } from '../../provider-calls/own-key.ts';

/** The settings of a call to one provider. */
interface Access {
  /** The workspace's own credentials, if the provider needs a key. */
  credentials: Credentials | undefined;
  lane: SpeechLane | undefined;
}

/** A provider, model and key, with their price. */
export interface Speaker extends Access {
  provider: SpeechProvider;
  model: SpeechModel;
  credits_per_1000_characters: number;
}

/** The speakers of a chunk; for a provider that cannot be called, the reason. */
export interface Speakers {
  speakerOf(part: VoiceAssignment): Speaker | NodeFailure;
}

/** Looks up once per chunk what calls to these providers need. */
export async function openSpeakers(
  context: ChunkContext,
  providers: Iterable<SpeechProvider>,
): Promise<Speakers> {
  const access = new Map<string, Access | NodeFailure>();
  for (const provider of new Set(providers)) access.set(provider.id, await accessTo(context, provider));
  return {
    speakerOf({ provider, model }) {
      const open = access.get(provider.id);
      if (open instanceof NodeFailure) return open;
      if (!open) throw new Error(`${provider.id} was not looked up`);
      return { provider, model, credits_per_1000_characters: rateOf(provider, model), ...open };
    },
  };
}

/** If the configured provider or model does not exist, the generator cannot speak at all. */
export function checkMain({ app }: ChunkContext, { provider: id, model, routing }: GeneratorConfig): void {
  if (routing.mode === 'auto') return;
  const provider = app.speech.get(id);
  if (!provider) throw new NodeFailure('provider_not_configured', describeMissingProvider(id));
  if (!modelOf(provider, model)) throw new NodeFailure('unknown_model', `${id} has no model "${model}".`);
}

async function accessTo({ app, run }: ChunkContext, provider: SpeechProvider): Promise<Access | NodeFailure> {
  if (!provider.listVoices) return { credentials: undefined, lane: undefined };
  const credentials = await ownKey(app, { workspace_id: run.workspace_id, provider: provider.id });
  if (credentials instanceof NodeFailure) return credentials;
  const starting_places = provider.starting_places ?? 1;
  return {
    credentials,
    lane: app.lanes.lane({ provider: provider.id, credentials, starting_places }),
  };
}
