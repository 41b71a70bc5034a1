import type { ProviderTrouble } from '../../../db/rows.ts';
import { storable } from '../../../db/storable.ts';
import type { SpeechRequest, SpeechResult } from '../../../providers/speech/index.ts';
import type { ChunkContext, NewAudio, Outcome } from '../../model.ts';
import type { ProviderNote } from '../../routing/provider-health.ts';
import { audioIdOf, measuredFacts, newObjectKey, storeObject } from '../stored-audio.ts';
import { askInParts } from './call-in-parts.ts';
import type { Asked } from './call-speech.ts';
import { noteOf, timed } from './provider-notes.ts';
import type { SynthesisTask } from './synthesis-task.ts';
import { seedOf } from './variation.ts';

/** Makes one take: calls the provider, measures and stores the audio, and describes it for the settlement. */
export async function speakLine(
  context: ChunkContext,
  cue: SynthesisTask,
  signal: AbortSignal,
): Promise<Outcome> {
  const { speaker } = cue;
  const { line } = cue.work;
  const { credentials } = speaker;
  const seed = speaker.model.takes_seed ? seedOf(context, cue.work) : undefined;
  const request: SpeechRequest = {
    model: speaker.model.id,
    provider_voice_id: cue.part.voice.provider_voice_id,
    locale_code: line.locale_code,
    text: cue.text,
    speed: cue.part.speed,
    pitch: cue.part.pitch,
    idempotency_key: [context.run.id, line.no, context.node.id, context.iteration, cue.work.input_id].join(
      '/',
    ),
    ...(credentials && { credentials }),
    ...(seed !== undefined && { seed }),
  };
  const { asked, note } = await askFor(context, cue, { request, signal });
  const notes = [...(cue.notes ?? []), note];
  const troubles = troublesOf(cue, asked);
  if ('error' in asked)
    return { port: 'error', error: { ...asked.error, ...(troubles && { troubles }) }, notes };
  signal.throwIfAborted();
  const audio = await storeTake(context, { cue, signal, seed, troubles }, asked.result);
  const { uses, cost: credits, stand_in } = cue;
  const { characters } = line;
  return { port: 'audio', output_id: audio.id, audio, characters, credits, uses, stand_in, notes };
}

interface ProviderCall {
  request: SpeechRequest;
  signal: AbortSignal;
}

async function askFor(
  context: ChunkContext,
  cue: SynthesisTask,
  { request, signal }: ProviderCall,
): Promise<{ asked: Asked; note: ProviderNote }> {
  const { speaker, ms } = timed(cue.speaker);
  const { app, run } = context;
  const waitsForRecovery = cue.fallback === undefined;
  const asked = await askInParts(speaker, request, {
    app,
    run,
    signal,
    waitsForRecovery,
    parts: cue.change?.sentences,
  });
  return { asked, note: noteOf(cue, { asked, ms: ms() }) };
}

/** Errors before this take, of the speaker and of those that were called first. */
function troublesOf(
  { speaker, troubles = [] }: SynthesisTask,
  { answers }: Asked,
): ProviderTrouble[] | undefined {
  const own = Object.keys(answers).length > 0 ? [{ provider: speaker.provider.id, answers }] : [];
  const all = [...troubles, ...own];
  return all.length > 0 ? all : undefined;
}

interface Making {
  cue: SynthesisTask;
  signal: AbortSignal;
  seed: number | undefined;
  troubles: ProviderTrouble[] | undefined;
}

async function storeTake(
  context: ChunkContext,
  { cue, signal, seed, troubles }: Making,
  made: SpeechResult,
): Promise<NewAudio> {
  const { app, run } = context;
  const { speaker } = cue;
  const { line } = cue.work;
  const measured = await app.audio.inspect(made.audio, signal);
  signal.throwIfAborted();
  const object_key = newObjectKey(context, made.format);
  const content_type = 'audio/wav';
  const stored = await storeObject(context, { object_key, content_type, bytes: made.audio });
  const id = audioIdOf(context, cue.work);
  const { syllables, words } = made;
  return {
    workspace_id: run.workspace_id,
    id,
    kind: 'take',
    take_id: id,
    run_id: run.id,
    reuse_key: cue.key,
    provider: speaker.provider.id,
    model: speaker.model.id,
    voice_id: cue.part.voice.id,
    settings: storable(takeSettings({ cue, seed, troubles }, made)),
    locale_code: line.locale_code,
    spoken_text: made.spoken_text,
    characters: line.characters,
    credits: cue.cost,
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

/** How a take was made, beside what is stored in columns of its own. */
function takeSettings({ cue, seed, troubles }: Omit<Making, 'signal'>, made: SpeechResult) {
  const { max_duration_ms } = cue.work.line;
  return {
    speed: cue.part.speed,
    pitch: cue.part.pitch,
    dropped: [...made.dropped, ...cue.unhonored],
    ...(seed !== undefined && { seed }),
    ...(made.billed && { billed: made.billed }),
    ...(made.request_id && { request_id: made.request_id }),
    ...(troubles && { troubles }),
    ...(cue.change && { strategy: cue.change.strategy }),
    ...(max_duration_ms !== null && { max_duration_ms }),
    ...(cue.skipped && { skipped: cue.skipped }),
    ...(cue.change?.text !== undefined && { text: cue.change.text }),
  };
}
