import {
  type Credentials,
  describeMissingProvider,
  type SpeechModel,
  type SpeechProvider,
} from '../../../providers/speech/index.ts';
import { findModel } from '../../casting/takes.ts';
import type { GeneratorConfig, VoiceAssignment } from '../../casting/voice-pool.ts';
import { ModelElsewhere, NodeFailure } from '../../model.ts';
import type { ChunkContext } from '../../node-types.ts';
import type { KeyLimiter } from '../../ports.ts';
import { findModelWait } from '../../provider-calls/model-waits.ts';
import {
  chooseProviderPayer,
  findSpeechRate,
  loadPayers,
  type Payers,
  type PlatformAccess,
  type SpeechRate,
} from '../../provider-calls/payers.ts';
import {
  createMissingKeyFailure,
  openAccess,
  openPlatformAccess,
} from '../../provider-calls/provider-keys.ts';

/** A provider, model and key, with who pays for them. A provider that runs in this process needs no key. */
export interface Speaker extends SpeechRate {
  provider: SpeechProvider;
  model: SpeechModel;
  credentials: Credentials | undefined;
  limiter: KeyLimiter | undefined;
  /** The plan of the account and its limits; undefined while there are no platform keys. */
  platform: PlatformAccess | undefined;
}

/** The speaker for a voice, or the reason why its provider cannot be called. */
export type FindSpeaker = (assignment: Pick<VoiceAssignment, 'provider' | 'model'>) => Speaker | NodeFailure;

/**
 * Looks up once per chunk what calls to these providers need. `refusePlatform`: why platform keys must not be used. They are
 * then not decrypted.
 */
export async function openSpeakers(
  { app, run }: { app: ChunkContext['app']; run: Pick<ChunkContext['run'], 'workspace_id'> },
  providers: Iterable<SpeechProvider>,
  refusePlatform?: (provider: SpeechProvider) => NodeFailure,
): Promise<{ findSpeaker: FindSpeaker; payers: Payers }> {
  const { workspace_id } = run;
  const payers = await loadPayers(app.db, workspace_id);
  const { platform } = payers;
  const ownAccess = new Map<string, SpeakerAccess>();
  const platformAccess = new Map<string, SpeakerAccess>();
  for (const provider of new Set(providers)) {
    if (!provider.listVoices) ownAccess.set(provider.id, { credentials: undefined, limiter: undefined });
    else if (platform && chooseProviderPayer(payers, provider) === 'platform') {
      const refusal = refusePlatform?.(provider);
      const access = refusal ?? (await openPlatformAccess(app, provider, { workspace_id, platform }));
      platformAccess.set(provider.id, access);
    } else ownAccess.set(provider.id, await openAccess(app, workspace_id, provider));
  }
  const findSpeaker: FindSpeaker = ({ provider, model }) => {
    const wait = findModelWait(app, { provider, model: model.id });
    if (wait) return wait;
    const rate = findSpeechRate(payers, provider, model);
    const isPlatform = rate.paid_by === 'platform';
    // The plan allows other models of this provider.
    if (!isPlatform && platformAccess.has(provider.id)) return createMissingKeyFailure(provider.id);
    const access = isPlatform ? platformAccess.get(provider.id) : ownAccess.get(provider.id);
    if (access instanceof NodeFailure) return access;
    if (!access) throw new Error(`Access to ${provider.id} was not loaded.`);
    return { provider, model, ...rate, ...access, platform };
  };
  return { findSpeaker, payers };
}

type SpeakerAccess = Pick<Speaker, 'credentials' | 'limiter'> | NodeFailure;

/** Throws if the configured provider or model does not exist, because the generator then cannot speak any line. */
export function assertMainModelExists(
  { app }: ChunkContext,
  { provider: id, model, routing }: GeneratorConfig,
): void {
  if (routing.mode === 'auto') return;
  const provider = app.speech.get(id);
  if (!provider) throw new NodeFailure('provider_not_configured', describeMissingProvider(id));
  const wait = findModelWait(app, { provider, model });
  // The lines that another worker has to speak are found one by one.
  if (wait && !(wait instanceof ModelElsewhere)) throw wait;
  if (!findModel(provider, model)) throw new NodeFailure('unknown_model', `${id} has no model "${model}".`);
}
