import { AudioError } from '../audio-error.ts';
import { createCutter } from '../codecs/cutter.ts';
import { eachPart } from '../codecs/decode.ts';
import { sniffFormat } from '../codecs/sniff.ts';
import { decodeWav } from '../codecs/wav/wav.ts';
import { encodeWav } from '../codecs/wav/wav-encode.ts';
import { wholeFiles } from '../codecs/whole/whole-files.ts';
import { convertChannels, type Pcm } from '../pcm.ts';
import { resample } from '../signal/resample.ts';
import { createResampler } from '../signal/resampler.ts';

/** A part of a long recording, as WAV of 16 kHz mono. */
export type RecordingPart = {
  start_ms: number;
  end_ms: number;
  wav: Uint8Array;
  /** Whether nothing in it is loud enough to be speech. */
  silent: boolean;
};

export const SPEECH_RATE = 16_000;
/** Two hours: 230 MB of samples. */
const MAX_SAMPLES = 2 * 3_600 * SPEECH_RATE;

/** A take in the format that models for speech recognition expect. */
export function speechWav(pcm: Pcm): Uint8Array {
  return encodeWav(resample(convertChannels(pcm, 1), SPEECH_RATE));
}

/**
 * Splits a recording at pauses into pieces of at most `longestMs`. Decodes, mixes down, resamples and cuts in one pass, so
 * that hours of stereo are never in memory at once.
 */
export async function speechPieces(bytes: Uint8Array, longestMs: number): Promise<RecordingPart[]> {
  const pieces: RecordingPart[] = [];
  const toMs = (samples: number): number => Math.round((samples * 1_000) / SPEECH_RATE);
  const cutter = createCutter((longestMs * SPEECH_RATE) / 1_000, SPEECH_RATE, (cut) => {
    const wav = encodeWav({ channels: [cut.samples], sampleRate: SPEECH_RATE });
    const [start_ms, end_ms] = [toMs(cut.from), toMs(cut.from + cut.samples.length)];
    pieces.push({ start_ms, end_ms, wav, silent: cut.silent });
  });
  let total = 0;
  const pushSpeech = (samples: Float32Array): void => {
    total += samples.length;
    if (total > MAX_SAMPLES) throw new AudioError('too_long', 'The recording is longer than two hours.');
    cutter.push(samples);
  };
  const format = sniffFormat(bytes);
  for (const file of wholeFiles(bytes, format, 'lenient')) {
    let resampler: ReturnType<typeof createResampler> | undefined;
    const push = (pcm: Pcm): void => {
      resampler ??= createResampler(pcm.sampleRate, SPEECH_RATE, pushSpeech);
      resampler.push(convertChannels(pcm, 1).channels[0] ?? new Float32Array());
    };
    if (format === 'wav') push(decodeWav(file));
    else
      await eachPart({ bytes: file, format }, ({ channelData, sampleRate }) =>
        push({ channels: channelData, sampleRate }),
      );
    resampler?.end();
  }
  cutter.end();
  return pieces;
}
