import type { SpokenPart } from './adapter.ts';
import { SpeechError, type SpeechWord } from './provider.ts';
import { type Samples, toMono, writeStreamedWav } from './wav.ts';

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

interface TakeOptions {
  decode: DecodeAudio;
  /** The requested sample rate. */
  sample_rate: number | undefined;
  signal: AbortSignal;
}

/** The level below which audio is inaudible, about -66 dBFS. Full scale is 32,768. */
export const AUDIBLE = 16;
/** The minimum duration of a word. */
const MIN_MS = 20;

/** Checks the audio, because a status of 200 does not guarantee that it is valid. */
export async function readTake(part: SpokenPart, options: TakeOptions): Promise<Take> {
  const { decode, sample_rate, signal } = options;
  const { words = [] } = part;
  let { audio } = part;
  if (part.pcm) {
    if (sample_rate === undefined) throw new Error('raw samples need the rate that was requested');
    // If a file were read as raw samples, it would sound like noise.
    const start = Buffer.from(audio.subarray(0, 4)).toString('latin1');
    if (/^(?:RIFF|OggS|fLaC|ID3|\{"|<ht|<!D)/.test(start))
      throw new SpeechError(
        'unusable',
        'Raw audio samples were requested, but the response is another kind of file.',
      );
    // Raw samples get a header without a length, so that the decoder finds what is not samples in them.
    if (audio.length > 0) audio = writeStreamedWav(audio, sample_rate);
  }
  if (audio.length === 0) throw new SpeechError('unusable', 'The response is empty.');
  const wav = await decode(audio, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof Error) || !('code' in error)) throw error;
    if (error.code !== 'broken' && error.code !== 'unsupported') throw error;
    const message = `The returned audio cannot be used: ${error.message}`;
    throw new SpeechError('unusable', message, { cause: error });
  });
  const mono = toMono(wav);
  if (sample_rate !== undefined && mono.sample_rate !== sample_rate)
    throw new SpeechError(
      'unusable',
      `The returned audio has ${mono.sample_rate} Hz, not the requested ${sample_rate} Hz.`,
    );
  const duration_ms = Math.round((mono.samples.length * 1_000) / mono.sample_rate);
  if (duration_ms < MIN_MS)
    throw new SpeechError('unusable', `The returned audio is too short: ${duration_ms} ms.`);
  if (!mono.samples.some((sample) => sample > AUDIBLE || sample < -AUDIBLE))
    throw new SpeechError('unusable', 'The returned audio is silent.');
  return { ...mono, duration_ms, words };
}
