import type { ProviderTrouble } from '../../../db/rows.ts';
import type { SpeechRequest, SpeechResult } from '../../../providers/speech/index.ts';
import { storedTakes } from '../../casting/takes.ts';
import { type ChunkContext, NodeFailure, type Outcome } from '../../model.ts';
import { isRefused } from '../../provider-calls/provider-keys.ts';
import { audioIdOf, measuredFacts, storeAudio } from '../stored-audio.ts';
import { callInParts, noteOf, noteOfFailures, type SpeechCallResult } from './call-speech.ts';
import { seedOf } from './retry-strategies.ts';
import { reuse, type SynthesisTask } from './synthesis-task.ts';

interface Attempt {
  signal: AbortSignal;
  /** Whether a stored take of the fallback may be used. */
  reuse: boolean;
}

/** Makes the next take of a line. If the provider rejects a change, the line is spoken without it. */
export async function speakOrFallBack(
  context: ChunkContext,
  task: SynthesisTask,
  attempt: Attempt,
): Promise<Outcome> {
  const outcome = await speakWithFallback(context, task, attempt);
  const { error, notes = [] } = outcome;
  if (!task.as_cast || error?.code !== 'invalid_input') return outcome;
  const { troubles = [] } = error;
  return speakWithFallback(context, { ...task.as_cast, troubles, notes }, attempt);
}

/**
 * Calls the speaker, and its fallback if the speaker is unavailable or fails for a reason other than the
 * line.
 */
async function speakWithFallback(
  context: ChunkContext,
  task: SynthesisTask,
  attempt: Attempt,
): Promise<Outcome> {
  const { fallback } = task;
  if (!fallback) return speakLine(context, task, attempt.signal);
  let { troubles, notes } = task;
  if (!task.speaker.lane?.isOpen() && !isRefused(task.speaker)) {
    const outcome = await tried(context, task, attempt.signal);
    if (!needsFallback(outcome)) return outcome;
    troubles = outcome.error?.troubles;
    notes = outcome.notes;
  }
  const kept = await takeOfFallback(context, fallback, attempt);
  if (kept) return { ...reuse(fallback, kept), notes: notes ?? [] };
  return speakWithFallback(context, { ...fallback, troubles, notes }, attempt);
}

/** Whether to call the fallback. */
function needsFallback({ error }: Outcome): boolean {
  return error !== undefined && (error.code.startsWith('provider_') || error.code === 'unsupported');
}

async function tried(context: ChunkContext, task: SynthesisTask, signal: AbortSignal): Promise<Outcome> {
  try {
    return await speakLine(context, task, signal);
  } catch (error) {
    // A rejected key, an exhausted account, or a model that no longer exists.
    if (!(error instanceof NodeFailure)) throw error;
    const { code, message } = error;
    const answers = { [code.replace('provider_', '')]: 1 };
    const troubles = [...(task.troubles ?? []), { provider: task.speaker.provider.id, answers }];
    const notes = [...(task.notes ?? []), noteOfFailures(task, 1)];
    return { port: 'error', error: { code, message, troubles }, notes };
  }
}

async function takeOfFallback(
  context: ChunkContext,
  { key, work }: SynthesisTask,
  attempt: Attempt,
): Promise<string | undefined> {
  if (!attempt.reuse || context.iteration > 0 || context.run.retry_of) return undefined;
  const { max_duration_ms } = work.line;
  const [stored] = await storedTakes(context.app.db, context.run.workspace_id, [{ key, max_duration_ms }]);
  return stored?.id;
}

/** Makes one take: calls the provider, measures and stores the audio, and describes it for the settlement. */
async function speakLine(context: ChunkContext, task: SynthesisTask, signal: AbortSignal): Promise<Outcome> {
  const { speaker } = task;
  const { line, input_id } = task.work;
  const { credentials } = speaker;
  const { app, run, node, iteration } = context;
  const seed = speaker.model.takes_seed ? seedOf(context, task.work) : undefined;
  const request: SpeechRequest = {
    model: speaker.model.id,
    provider_voice_id: task.part.voice.provider_voice_id,
    locale_code: line.locale_code,
    text: task.text,
    speed: task.part.speed,
    pitch: task.part.pitch,
    idempotency_key: [run.id, line.no, node.id, iteration, input_id].join('/'),
    ...(credentials && { credentials }),
    ...(seed !== undefined && { seed }),
  };
  const waitsForRecovery = task.fallback === undefined;
  const parts = task.change?.sentences;
  const called = await callInParts(speaker, request, { app, run, signal, waitsForRecovery, parts });
  const notes = [...(task.notes ?? []), noteOf(task, called)];
  const troubles = troublesOf(task, called);
  if ('error' in called)
    return { port: 'error', error: { ...called.error, ...(troubles && { troubles }) }, notes };
  signal.throwIfAborted();
  const { result: made } = called;
  const measured = await app.audio.inspect(made.audio, signal);
  signal.throwIfAborted();
  const id = audioIdOf(context, task.work);
  const { syllables, words, spoken_text, format } = made;
  const { characters, locale_code } = line;
  const { uses, cost: credits, stand_in } = task;
  const audio = await storeAudio(
    context,
    { bytes: made.audio, measured },
    {
      id,
      kind: 'take',
      take_id: id,
      reuse_key: task.key,
      provider: speaker.provider.id,
      model: speaker.model.id,
      voice_id: task.part.voice.id,
      settings: takeSettings(task, made, { seed, troubles }),
      locale_code,
      spoken_text,
      characters,
      credits,
      format,
      facts: { ...measuredFacts(measured), syllables, words },
    },
  );
  return { port: 'audio', output_id: id, audio, characters, credits, uses, stand_in, notes };
}

/** Errors before this take, from its speaker and from speakers that were called earlier. */
function troublesOf(
  { speaker, troubles = [] }: SynthesisTask,
  { answers }: SpeechCallResult,
): ProviderTrouble[] | undefined {
  const own = Object.keys(answers).length > 0 ? [{ provider: speaker.provider.id, answers }] : [];
  const all = [...troubles, ...own];
  return all.length > 0 ? all : undefined;
}

/** How a take was made, apart from what has its own columns. */
function takeSettings(
  task: SynthesisTask,
  made: SpeechResult,
  { seed, troubles }: { seed: number | undefined; troubles: ProviderTrouble[] | undefined },
) {
  const { max_duration_ms } = task.work.line;
  return {
    speed: task.part.speed,
    pitch: task.part.pitch,
    dropped: [...made.dropped, ...task.unhonored],
    ...(seed !== undefined && { seed }),
    ...(made.billed && { billed: made.billed }),
    ...(made.request_id && { request_id: made.request_id }),
    ...(troubles && { troubles }),
    ...(task.change && { strategy: task.change.strategy }),
    ...(max_duration_ms !== null && { max_duration_ms }),
    ...(task.skipped && { skipped: task.skipped }),
    ...(task.change?.text !== undefined && { text: task.change.text }),
  };
}
