import { type TranscriptionModel, transcriptionModelOf } from '../../providers/transcription/index.ts';
import type { TranscriptionProvider } from '../../providers/transcription/transcriber.ts';
import type { EngineApp } from '../engine-app.ts';
import { NodeFailure } from '../model.ts';
import type { SpeechLane } from '../provider-calls/concurrency-limiter.ts';
import { missingKey, ownKey } from '../provider-calls/own-key.ts';
import { findKeyedProviders } from '../provider-calls/provider-keys.ts';

/** The provider, model and key that transcribe recordings. */
export interface Transcriber {
  provider: TranscriptionProvider;
  model: TranscriptionModel;
  credentials: Readonly<Record<string, string | undefined>>;
  lane: SpeechLane;
}

type TranscriberApp = Pick<EngineApp, 'db' | 'secrets' | 'transcription' | 'lanes'>;

export interface TranscriberChoice {
  /** Null selects the first one for which the workspace has a key. */
  provider: string | null;
  model: string | null;
}

/** The provider with its key. Without one, the node cannot start. */
export async function transcriberFor(
  app: TranscriberApp,
  workspaceId: string,
  choice: TranscriberChoice,
): Promise<Transcriber> {
  const id = choice.provider ?? (await firstKeyed(app, workspaceId));
  const provider = id === undefined ? undefined : app.transcription.get(id);
  if (!provider) throw missingKey(id ?? 'a provider that transcribes');
  const model = transcriptionModelOf(provider, choice.model);
  if (!model) throw new NodeFailure('unknown_model', `${provider.id} has no model "${choice.model}".`);
  const credentials = await ownKey(app, { workspace_id: workspaceId, provider: provider.id });
  if (credentials instanceof NodeFailure) throw credentials;
  const { starting_places } = provider;
  const lane = app.lanes.lane({ provider: `${provider.id}/transcription`, credentials, starting_places });
  return { provider, model, credentials, lane };
}

async function firstKeyed(
  { db, transcription }: Pick<EngineApp, 'db' | 'transcription'>,
  workspaceId: string,
): Promise<string | undefined> {
  const keyed = await findKeyedProviders(db, workspaceId);
  return [...transcription.keys()].find((id) => keyed.has(id));
}
