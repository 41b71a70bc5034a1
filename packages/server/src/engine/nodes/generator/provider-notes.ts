import type { ProviderAnswers } from '../../../db/rows.ts';
import type { ProviderNote } from '../../routing/provider-health.ts';
import type { SpeechCallResult } from './call-speech.ts';
import type { Speaker } from './speaker.ts';
import type { SynthesisTask } from './synthesis-task.ts';

/** Errors that neither the text nor a busy provider causes. */
const FAULTS = ['transient', 'busy', 'auth', 'quota', 'gone', 'unsupported'];

/** The health statistics entry of a call. */
export function noteOf(
  { speaker, work }: SynthesisTask,
  { called, ms }: { called: SpeechCallResult; ms: number },
): ProviderNote {
  const failed = failuresOf(called.answers);
  const takes = 'result' in called ? 1 : 0;
  return { ...placeOf(speaker, work.line), asked: failed + takes, failed, takes, refused: 0, latency_ms: ms };
}

/** Errors of the key, account or model: the provider could not be called at all. */
export function noteOfFailure({ speaker, work }: SynthesisTask): ProviderNote {
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

/** Wraps a speaker to measure the provider's time per call, without the wait for a concurrency slot. */
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
