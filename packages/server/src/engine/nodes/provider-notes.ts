import type { ProviderAnswers } from '../../db/rows.ts';
import { noteRefusedKey } from '../provider-keys.ts';
import type { ProviderNote } from '../routing-health.ts';
import type { Asked } from './ask-provider.ts';
import type { Cue } from './cue.ts';
import { type ChunkContext, NodeFailure } from './node.ts';
import type { Speaker } from './speaker.ts';

/** Answers that say nothing against a text and do not just ask to wait for a place. */
const FAULTS = ['transient', 'busy', 'auth', 'quota', 'gone', 'unsupported'];

/** What asking came to, for what is known of the provider. */
export function noteOf({ speaker, work }: Cue, { asked, ms }: { asked: Asked; ms: number }): ProviderNote {
  const failed = failuresOf(asked.answers);
  const takes = 'result' in asked ? 1 : 0;
  return { ...placeOf(speaker, work.line), asked: failed + takes, failed, takes, refused: 0, latency_ms: ms };
}

/** A provider that could not be asked at all: the key, the account, the model. */
export function noteOfFailure({ speaker, work }: Cue): ProviderNote {
  return { ...placeOf(speaker, work.line), asked: 1, failed: 1, takes: 0, refused: 0, latency_ms: 0 };
}

function failuresOf(answers: ProviderAnswers): number {
  return FAULTS.reduce((sum, kind) => sum + (answers[kind] ?? 0), 0);
}

const placeOf = ({ provider, model }: Speaker, { locale_code }: { locale_code: string }) => ({
  provider: provider.id,
  model: model.id,
  locale_code,
});

/** A speaker that keeps the time its provider takes for what it speaks, without waiting for a place. */
export function timed(speaker: Speaker): { speaker: Speaker; ms(): number } {
  const { provider } = speaker;
  let ms = 0;
  const synthesize: Speaker['provider']['synthesize'] = async (request, signal) => {
    const begun = performance.now();
    const result = await provider.synthesize(request, signal);
    ms += performance.now() - begun;
    return result;
  };
  return { speaker: { ...speaker, provider: { ...provider, synthesize } }, ms: () => Math.round(ms) };
}

/** Credentials that a provider refused, as one chunk holds them. */
const refused = new WeakMap<object, Promise<void>>();

/** The chunk's other lines need not ask. */
export const isRefused = ({ credentials }: Speaker): boolean =>
  credentials !== undefined && refused.has(credentials);

/** Tells once for a chunk that the key is not good any more; whatever else went wrong is thrown on as it is. */
export async function tellOfRefusedKey(
  { app, run, signal }: ChunkContext,
  { provider, credentials }: { provider: { id: string }; credentials: Speaker['credentials'] },
  error: unknown,
): Promise<void> {
  if (!(error instanceof NodeFailure) || error.code !== 'provider_auth' || !credentials || signal.aborted)
    return;
  const reason = error.message.replace(`${provider.id}: `, '');
  const telling =
    refused.get(credentials) ??
    noteRefusedKey(app, { workspace_id: run.workspace_id, provider: provider.id, credentials, reason });
  refused.set(credentials, telling);
  await telling;
}
