import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError, type SpeechRequest, type SpeechResult } from '../../providers/speech/index.ts';
import type { Cue, Speaker } from './generator.ts';
import { type ChunkContext, failedLine, type NewAudio, NodeFailure, type Outcome } from './node.ts';
import { audioIdOf, newObjectKey, storeObject } from './stored-audio.ts';

const MAX_TRIES = 4;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
const LINE_DEADLINE_MS = 120_000;

interface Speaking {
  cue: Cue;
  speaker: Speaker;
  signal: AbortSignal;
}

/** Makes one take: asks the provider, measures and stores the audio, describes it for the settlement. */
export async function speakLine(context: ChunkContext, speaking: Speaking): Promise<Outcome> {
  const { cue, speaker, signal } = speaking;
  const { line } = cue.work;
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
  };
  const asked = await ask(speaker, request, signal);
  if ('error' in asked) return failedLine(asked.error.code, asked.error.message);
  signal.throwIfAborted();
  const audio = await storeTake(context, speaking, asked);
  const { uses, cost: credits } = cue;
  return { port: 'audio', output_id: audio.id, audio, characters: line.characters, credits, uses };
}

type Refused = { error: { code: string; message: string } };

/** Waits out a provider that is busy; a fault of the line is its result, a fault of the account ends the run. */
async function ask(
  speaker: Speaker,
  request: SpeechRequest,
  signal: AbortSignal,
): Promise<SpeechResult | Refused> {
  for (let tries = 1; ; tries++) {
    try {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(LINE_DEADLINE_MS)]);
      return await speaker.provider.synthesize(request, limited);
    } catch (error) {
      signal.throwIfAborted();
      if (isTimeout(error)) {
        if (tries < MAX_TRIES) continue;
        const message = `${speaker.provider.id} did not answer in time.`;
        return { error: { code: 'provider_timeout', message } };
      }
      if (!(error instanceof SpeechError)) throw error;
      const { kind, message } = error;
      if (kind === 'invalid_input' || kind === 'unsupported') return { error: { code: kind, message } };
      if (kind === 'auth' || kind === 'quota' || kind === 'gone') {
        throw new NodeFailure(`provider_${kind}`, `${speaker.provider.id}: ${message}`);
      }
      if (tries >= MAX_TRIES) return { error: { code: `provider_${kind}`, message } };
      const wait = error.retry_after_ms ?? FIRST_WAIT_MS * 2 ** (tries - 1);
      await delay(Math.min(LONGEST_WAIT_MS, wait), undefined, { signal });
    }
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

async function storeTake(
  context: ChunkContext,
  { cue, speaker, signal }: Speaking,
  made: SpeechResult,
): Promise<NewAudio> {
  const { app, run } = context;
  const { line } = cue.work;
  const { metrics, lufs, loudness_method, true_peak_dbtp, peaks, ...measured } = await app.audio.inspect(
    made.audio,
    signal,
  );
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
    settings: JSON.stringify({
      speed: cue.part.speed,
      pitch: cue.part.pitch,
      dropped: [...made.dropped, ...cue.unhonored],
    }),
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
    facts: JSON.stringify({ lufs, loudness_method, true_peak_dbtp, peaks, metrics, syllables, words }),
    used_at: app.clock(),
    created_at: app.clock(),
  };
}
