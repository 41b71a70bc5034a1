import type { ProviderTrouble } from '../../../db/rows.ts';
import { storable } from '../../../db/storable.ts';
import type { SpeechRequest, SpeechResult } from '../../../providers/speech/index.ts';
import type { ChunkContext, NewAudio, Outcome } from '../../model.ts';
import type { ProviderNote } from '../../routing/provider-health.ts';
import { audioIdOf, measuredFacts, newObjectKey, storeObject } from '../stored-audio.ts';
import { callInParts } from './call-in-parts.ts';
import type { SpeechCallResult } from './call-speech.ts';
import { noteOf, timed } from './provider-notes.ts';
import type { SynthesisTask } from './synthesis-task.ts';
import { seedOf } from './variation.ts';

/** Makes one take: calls the provider, measures and stores the audio, and describes it for the settlement. */
export async function speakLine(
  context: ChunkContext,
  task: SynthesisTask,
  signal: AbortSignal,
): Promise<Outcome> {
  const { speaker } = task;
  const { line } = task.work;
  const { credentials } = speaker;
  const seed = speaker.model.takes_seed ? seedOf(context, task.work) : undefined;
  const request: SpeechRequest = {
    model: speaker.model.id,
    provider_voice_id: task.part.voice.provider_voice_id,
    locale_code: line.locale_code,
    text: task.text,
    speed: task.part.speed,
    pitch: task.part.pitch,
    idempotency_key: [context.run.id, line.no, context.node.id, context.iteration, task.work.input_id].join(
      '/',
    ),
    ...(credentials && { credentials }),
    ...(seed !== undefined && { seed }),
  };
  const { called, note } = await requestTake(context, task, { request, signal });
  const notes = [...(task.notes ?? []), note];
  const troubles = troublesOf(task, called);
  if ('error' in called)
    return { port: 'error', error: { ...called.error, ...(troubles && { troubles }) }, notes };
  signal.throwIfAborted();
  const audio = await storeTake(context, { task, signal, seed, troubles }, called.result);
  const { uses, cost: credits, stand_in } = task;
  const { characters } = line;
  return { port: 'audio', output_id: audio.id, audio, characters, credits, uses, stand_in, notes };
}

interface ProviderCall {
  request: SpeechRequest;
  signal: AbortSignal;
}

async function requestTake(
  context: ChunkContext,
  task: SynthesisTask,
  { request, signal }: ProviderCall,
): Promise<{ called: SpeechCallResult; note: ProviderNote }> {
  const { speaker, ms } = timed(task.speaker);
  const { app, run } = context;
  const waitsForRecovery = task.fallback === undefined;
  const called = await callInParts(speaker, request, {
    app,
    run,
    signal,
    waitsForRecovery,
    parts: task.change?.sentences,
  });
  return { called, note: noteOf(task, { called, ms: ms() }) };
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

interface TakeFacts {
  task: SynthesisTask;
  signal: AbortSignal;
  seed: number | undefined;
  troubles: ProviderTrouble[] | undefined;
}

async function storeTake(
  context: ChunkContext,
  { task, signal, seed, troubles }: TakeFacts,
  made: SpeechResult,
): Promise<NewAudio> {
  const { app, run } = context;
  const { speaker } = task;
  const { line } = task.work;
  const measured = await app.audio.inspect(made.audio, signal);
  signal.throwIfAborted();
  const object_key = newObjectKey(context, made.format);
  const content_type = 'audio/wav';
  const stored = await storeObject(context, { object_key, content_type, bytes: made.audio });
  const id = audioIdOf(context, task.work);
  const { syllables, words } = made;
  return {
    workspace_id: run.workspace_id,
    id,
    kind: 'take',
    take_id: id,
    run_id: run.id,
    reuse_key: task.key,
    provider: speaker.provider.id,
    model: speaker.model.id,
    voice_id: task.part.voice.id,
    settings: storable(takeSettings({ task, seed, troubles }, made)),
    locale_code: line.locale_code,
    spoken_text: made.spoken_text,
    characters: line.characters,
    credits: task.cost,
    object_key,
    sha256: stored.sha256,
    size_bytes: stored.size_bytes,
    format: made.format,
    content_type,
    sample_rate: measured.sample_rate,
    channels: measured.channels,
    duration_ms: measured.duration_ms,
    facts: storable({ ...measuredFacts(measured), syllables, words }),
    used_at: app.clock(),
    created_at: app.clock(),
  };
}

/** How a take was made, apart from what has its own columns. */
function takeSettings({ task, seed, troubles }: Omit<TakeFacts, 'signal'>, made: SpeechResult) {
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
