import {
  type Credentials,
  describeMissingProvider,
  type SpeechModel,
  type SpeechProvider,
} from '../../../providers/speech/index.ts';
import { creditsPer1000Characters, findModel } from '../../casting/takes.ts';
import type { GeneratorConfig, VoiceAssignment } from '../../casting/voice-pool.ts';
import { NodeFailure } from '../../model.ts';
import type { ChunkContext } from '../../node-types.ts';
import type { KeyLimiter } from '../../ports.ts';
import { openAccess } from '../../provider-calls/provider-keys.ts';

/** A provider, model and key, with their price. A provider that runs in this process needs no key. */
export interface Speaker {
  provider: SpeechProvider;
  model: SpeechModel;
  credits_per_1000_characters: number;
  credentials: Credentials | undefined;
  limiter: KeyLimiter | undefined;
}

/** The speaker for a voice, or the reason why its provider cannot be called. */
export type FindSpeaker = (assignment: Pick<VoiceAssignment, 'provider' | 'model'>) => Speaker | NodeFailure;

/** Looks up once per chunk what calls to these providers need. */
export async function openSpeakers(
  { app, run }: { app: ChunkContext['app']; run: Pick<ChunkContext['run'], 'workspace_id'> },
  providers: Iterable<SpeechProvider>,
): Promise<FindSpeaker> {
  const access = new Map<string, Pick<Speaker, 'credentials' | 'limiter'> | NodeFailure>();
  for (const provider of new Set(providers)) {
    const none = { credentials: undefined, limiter: undefined };
    access.set(provider.id, provider.listVoices ? await openAccess(app, run.workspace_id, provider) : none);
  }
  return ({ provider, model }) => {
    const providerAccess = access.get(provider.id);
    if (providerAccess instanceof NodeFailure) return providerAccess;
    if (!providerAccess) throw new Error(`Access to ${provider.id} was not loaded.`);
    return {
      provider,
      model,
      credits_per_1000_characters: creditsPer1000Characters(provider, model),
      ...providerAccess,
    };
  };
}

/** Throws if the configured provider or model does not exist, because the generator then cannot speak any line. */
export function checkMain({ app }: ChunkContext, { provider: id, model, routing }: GeneratorConfig): void {
  if (routing.mode === 'auto') return;
  const provider = app.speech.get(id);
  if (!provider) throw new NodeFailure('provider_not_configured', describeMissingProvider(id));
  if (!findModel(provider, model)) throw new NodeFailure('unknown_model', `${id} has no model "${model}".`);
}
