import { setTimeout as delay } from 'node:timers/promises';
import {
  SpeechError,
  type SpeechErrorKind,
  type SpeechRequest,
  type SpeechResult,
} from '../../providers/speech/index.ts';
import type { Cue } from './cue.ts';
import { type ChunkContext, failedLine, type NewAudio, NodeFailure, type Outcome } from './node.ts';
import type { Speaker } from './speaker.ts';
import { audioIdOf, newObjectKey, storeObject } from './stored-audio.ts';
import { seedOf } from './variation.ts';

const MAX_TRIES = 4;
/** Being told to come back when there is room says nothing against the line. */
const MAX_TURNS = 40;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
const LINE_DEADLINE_MS = 120_000;
/** Partners have deadlines of their own for every request, of which a long line takes several. */
const PARTNER_DEADLINE_MS = 900_000;

/** Makes one take: asks the provider, measures and stores the audio, describes it for the settlement. */
export async function speakLine(context: ChunkContext, cue: Cue, signal: AbortSignal): Promise<Outcome> {
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
  const asked = await ask(speaker, request, signal);
  if ('error' in asked) return failedLine(asked.error.code, asked.error.message);
  signal.throwIfAborted();
  const audio = await storeTake(context, { cue, signal, seed }, asked);
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
  for (let [tries, turns] = [1, 1]; ; ) {
    const asked = await askOnce(speaker, request, signal);
    if (!(asked instanceof SpeechError)) return asked;
    const refused = refusal(speaker, asked);
    if (refused) return refused;
    const isCrowded = asked.kind === 'concurrency';
    if (isCrowded ? turns++ >= MAX_TURNS : tries++ >= MAX_TRIES) return { error: exhausted(speaker, asked) };
    const wait = asked.retry_after_ms ?? FIRST_WAIT_MS * 2 ** (isCrowded ? 0 : tries - 2);
    await delay(Math.min(LONGEST_WAIT_MS, jittered(wait)), undefined, { signal });
  }
}

function exhausted({ provider }: Speaker, { kind, message, cause }: SpeechError): Refused['error'] {
  if (isTimeout(cause)) return { code: 'provider_timeout', message };
  return { code: `provider_${kind}`, message: `${provider.id}: ${message}` };
}

/** Lines that were refused together do not come back together. */
const jittered = (ms: number): number => ms * (1 + Math.random() / 4);

/** What waiting cannot help. */
function refusal({ provider }: Speaker, { kind, message }: SpeechError): Refused | undefined {
  if (kind === 'invalid_input' || kind === 'unsupported') return { error: { code: kind, message } };
  if (kind === 'auth' || kind === 'quota' || kind === 'gone')
    throw new NodeFailure(`provider_${kind}`, `${provider.id}: ${message}`);
  return undefined;
}

/** One request, in a place of the credential's lane where there is one. */
async function askOnce(
  { provider, lane }: Speaker,
  request: SpeechRequest,
  signal: AbortSignal,
): Promise<SpeechResult | SpeechError> {
  const release = await lane?.take(signal);
  let outcome: SpeechErrorKind | 'done' | 'aborted' = 'aborted';
  try {
    const deadline = AbortSignal.timeout(lane ? PARTNER_DEADLINE_MS : LINE_DEADLINE_MS);
    const result = await provider.synthesize(request, AbortSignal.any([signal, deadline]));
    outcome = 'done';
    return result;
  } catch (error) {
    signal.throwIfAborted();
    const fault = isTimeout(error)
      ? new SpeechError('transient', `${provider.id} did not answer in time.`, { cause: error })
      : error;
    if (!(fault instanceof SpeechError)) throw fault;
    outcome = fault.kind;
    return fault;
  } finally {
    release?.(outcome);
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

async function storeTake(
  context: ChunkContext,
  { cue, signal, seed }: { cue: Cue; signal: AbortSignal; seed: number | undefined },
  made: SpeechResult,
): Promise<NewAudio> {
  const { app, run } = context;
  const { speaker } = cue;
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
      ...(seed !== undefined && { seed }),
      ...(made.billed && { billed: made.billed }),
      ...(made.request_id && { request_id: made.request_id }),
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
