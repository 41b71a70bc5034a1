import { type TranscriptionModel, transcriptionModelOf } from '../providers/transcription/index.ts';
import type { TranscriptionProvider } from '../providers/transcription/transcriber.ts';
import { SecretError } from '../secrets.ts';
import type { EngineApp } from './engine-app.ts';
import { NodeFailure } from './nodes/node.ts';
import { findKeyedProviders, openProviderKey } from './provider-keys.ts';
import type { SpeechLane } from './speech-lanes.ts';

/** Who writes recordings down, with what, and in whose name. */
export interface Transcriber {
  provider: TranscriptionProvider;
  model: TranscriptionModel;
  credentials: Readonly<Record<string, string | undefined>>;
  lane: SpeechLane;
}

type TranscriberApp = Pick<EngineApp, 'db' | 'secrets' | 'transcription' | 'lanes'>;

export interface TranscriberChoice {
  /** null: the first one that the workspace has a key for. */
  provider: string | null;
  model: string | null;
}

/** The provider that is asked, with its key. Without one the node cannot begin. */
export async function transcriberFor(
  app: TranscriberApp,
  workspaceId: string,
  choice: TranscriberChoice,
): Promise<Transcriber> {
  const id = choice.provider ?? (await firstKeyed(app, workspaceId));
  const provider = id === undefined ? undefined : app.transcription.get(id);
  if (!provider) throw missing(id);
  const model = transcriptionModelOf(provider, choice.model);
  if (!model) throw new NodeFailure('unknown_model', `${provider.id} has no model "${choice.model}".`);
  const credentials = await keyOf(app, { workspace_id: workspaceId, provider: provider.id });
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

async function keyOf(app: TranscriberApp, place: { workspace_id: string; provider: string }) {
  try {
    const credentials = await openProviderKey(app, place);
    if (credentials) return credentials;
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    const message = `The key for ${place.provider} cannot be opened; enter it anew.`;
    throw new NodeFailure('provider_key_unreadable', message);
  }
  throw missing(place.provider);
}

function missing(provider: string | undefined): NodeFailure {
  const whose = provider ?? 'a provider that writes down what is said';
  return new NodeFailure('provider_key_missing', `The workspace has no key for ${whose} that may be used.`);
}
