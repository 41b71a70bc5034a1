import { type TranscriptionModel, transcriptionModelOf } from '../../providers/transcription/index.ts';
import type { TranscriptionProvider } from '../../providers/transcription/transcriber.ts';
import type { EngineApp } from '../engine-app.ts';
import { NodeFailure } from '../model.ts';
import { type Access, findKeyedProviders, missingKey, openAccess } from '../provider-calls/provider-keys.ts';

/** The provider, model and key that transcribe recordings. */
export interface Transcriber extends Access {
  provider: TranscriptionProvider;
  model: TranscriptionModel;
}

/** The provider with its key, or why it cannot be used. No provider: the first one for which the workspace has a key. */
export async function transcriberFor(
  app: Pick<EngineApp, 'db' | 'secrets' | 'transcription' | 'lanes'>,
  workspaceId: string,
  choice: { provider: string | null; model: string | null },
): Promise<Transcriber | NodeFailure> {
  const keyed = choice.provider === null ? await findKeyedProviders(app.db, workspaceId) : undefined;
  const id = choice.provider ?? [...app.transcription.keys()].find((known) => keyed?.has(known));
  const provider = id === undefined ? undefined : app.transcription.get(id);
  if (!provider) return missingKey(id ?? 'a provider that transcribes');
  const model = transcriptionModelOf(provider, choice.model);
  if (!model) return new NodeFailure('unknown_model', `${provider.id} has no model "${choice.model}".`);
  const access = await openAccess(app, workspaceId, provider, `${provider.id}/transcription`);
  return access instanceof NodeFailure ? access : { provider, model, ...access };
}
