import {
  type Credentials,
  describeMissingProvider,
  type SpeechModel,
  type SpeechProvider,
} from '../../../providers/speech/index.ts';
import { findModel } from '../../casting/takes.ts';
import type { GeneratorConfig, VoiceAssignment } from '../../casting/voice-pool.ts';
import { NodeFailure, ProviderWait } from '../../model.ts';
import type { ChunkContext } from '../../node-types.ts';
import type { KeyLimiter } from '../../ports.ts';
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

/** Looks up once per chunk what calls to these providers need. */
export async function openSpeakers(
  { app, run }: { app: ChunkContext['app']; run: Pick<ChunkContext['run'], 'workspace_id'> },
  providers: Iterable<SpeechProvider>,
): Promise<{ findSpeaker: FindSpeaker; payers: Payers }> {
  const { workspace_id } = run;
  const payers = await loadPayers(app.db, workspace_id);
  const { platform } = payers;
  const ownAccess = new Map<string, SpeakerAccess>();
  const platformAccess = new Map<string, SpeakerAccess>();
  for (const provider of new Set(providers)) {
    if (!provider.listVoices) ownAccess.set(provider.id, { credentials: undefined, limiter: undefined });
    else if (platform && chooseProviderPayer(payers, provider) === 'platform')
      platformAccess.set(provider.id, await openPlatformAccess(app, provider, { workspace_id, platform }));
    else ownAccess.set(provider.id, await openAccess(app, workspace_id, provider));
  }
  const findSpeaker: FindSpeaker = ({ provider, model }) => {
    if (provider.unavailable?.(model.id) !== undefined) return createModelWait(app, provider);
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
  if (provider.unavailable?.(model) !== undefined) throw createModelWait(app, provider);
  if (!findModel(provider, model)) throw new NodeFailure('unknown_model', `${id} has no model "${model}".`);
}

/** Why a line has to wait after an error: its model was removed or replaced since the speaker was looked up. */
export async function findModelWait(
  app: Pick<ChunkContext['app'], 'clock'>,
  { provider, model }: Speaker,
): Promise<ProviderWait | undefined> {
  if (!provider.unavailable) return undefined;
  await provider.refresh?.();
  if (provider.unavailable(model.id) !== undefined) return createModelWait(app, provider);
  // The key of the take names the old version, so that the line is cast again.
  if (findModel(provider, model.id)?.digest !== model.digest)
    return new ProviderWait(provider.id, app.clock());
  return undefined;
}

/** How often to look whether a model that a run waits for is installed. */
const MODEL_WAIT_MS = 60_000;

/** The models of a run were there when it started. It waits until they are there again. */
function createModelWait(
  { clock }: Pick<ChunkContext['app'], 'clock'>,
  { id }: SpeechProvider,
): ProviderWait {
  return new ProviderWait(id, new Date(clock().getTime() + MODEL_WAIT_MS));
}
