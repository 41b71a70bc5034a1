import type { SpokenPart } from './adapter.ts';
import { SpeechError, type SpeechWord } from './provider.ts';
import { monoOf, type Samples, streamedWav } from './wav.ts';

/**
 * Converts the audio of a response to a 16-bit WAV with the same sample rate. Rejects with an error whose `code` is
 * `broken` or `unsupported`: also if the audio is cut short, or if the response contains anything else.
 */
export type DecodeAudio = (bytes: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>;

/** One synthesized part. */
export interface Take extends Samples {
  duration_ms: number;
  words: SpeechWord[];
  billed?: number;
  request_id?: string | null;
}

type Taking = { decode: DecodeAudio; sample_rate: number | undefined; signal: AbortSignal };

/** The level below which audio is inaudible, about -66 dBFS. Full scale is 32,768. */
const AUDIBLE = 16;
/** The minimum duration of a word. */
const MIN_MS = 20;

/** Checks the audio, because a status of 200 does not guarantee that it is valid. */
export async function takeOf(part: SpokenPart, taking: Taking): Promise<Take> {
  const samples = await decodeMono(part.pcm ? toFile(part, taking) : part.audio, taking);
  const duration_ms = Math.round((samples.samples.length * 1_000) / samples.sample_rate);
  if (duration_ms < MIN_MS)
    throw new SpeechError('unusable', `The returned audio is too short: ${duration_ms} ms.`);
  if (!samples.samples.some((sample) => sample > AUDIBLE || sample < -AUDIBLE))
    throw new SpeechError('unusable', 'The returned audio is silent.');
  return { ...samples, duration_ms, words: part.words ?? [] };
}

/** Raw samples get a header without a length, so that the decoder finds what is not samples in them. */
function toFile({ audio }: SpokenPart, { sample_rate }: Taking): Uint8Array {
  if (sample_rate === undefined) throw new Error('raw samples need the rate that was asked for');
  // If a file were read as raw samples, it would sound like noise.
  const start = Buffer.from(audio.subarray(0, 4)).toString('latin1');
  if (/^(?:RIFF|OggS|fLaC|ID3|\{"|<ht|<!D)/.test(start))
    throw new SpeechError(
      'unusable',
      'Raw audio samples were requested, but the response is another kind of file.',
    );
  return audio.length === 0 ? audio : streamedWav(audio, sample_rate);
}

async function decodeMono(audio: Uint8Array, { decode, sample_rate, signal }: Taking): Promise<Samples> {
  if (audio.length === 0) throw new SpeechError('unusable', 'The response is empty.');
  const wav = await decode(audio, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (!(error instanceof Error) || (code !== 'broken' && code !== 'unsupported')) throw error;
    const message = `The returned audio cannot be used: ${error.message}`;
    throw new SpeechError('unusable', message, { cause: error });
  });
  const mono = monoOf(wav);
  if (sample_rate !== undefined && mono.sample_rate !== sample_rate)
    throw new SpeechError(
      'unusable',
      `The returned audio has ${mono.sample_rate} Hz, not the requested ${sample_rate} Hz.`,
    );
  return mono;
}
