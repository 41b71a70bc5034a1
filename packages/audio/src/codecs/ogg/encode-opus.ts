import { type Pcm, sampleCount } from '../../pcm.ts';
import { resample } from '../../signal/resample.ts';
import { type OggPacket, writeOgg } from './ogg-pages.ts';

/** Opus always plays at this rate, regardless of the input. */
export const OPUS_SAMPLE_RATE = 48_000;
const FRAME_SAMPLES = 960;
const COMPLEXITY = 5;
/** Higher bitrates do not improve speech. */
const DEFAULT_KBPS_PER_CHANNEL = 48;
const KBPS_PER_CHANNEL = { least: 6, most: 256 };
const VENDOR = 'Voiceloom';

/** An Ogg Opus file (RFC 7845) that decodes to exactly as many samples as `pcm` has. */
export async function encodeOpus(pcm: Pcm, bitrateKbps: number | null): Promise<Uint8Array> {
  const source = resample(pcm, OPUS_SAMPLE_RATE);
  const channels = source.channels.length === 1 ? 1 : 2;
  const { Application, createEncoder } = await import('libopus-wasm');
  const encoder = await createEncoder({
    channels,
    sampleRate: OPUS_SAMPLE_RATE,
    application: Application.Audio,
    bitrate: bitsPerSecond(bitrateKbps, channels),
    complexity: COMPLEXITY,
    frameSize: FRAME_SAMPLES,
  });
  try {
    const skip = encoder.getLookahead();
    const packets = encodeFrames(source, skip, (frame) => encoder.encodeFloat(frame).slice());
    return writeOgg([headOf({ channels, skip, rate: pcm.sampleRate }), tags()], packets);
  } finally {
    encoder.free();
  }
}

function bitsPerSecond(bitrateKbps: number | null, channels: number): number {
  const { least, most } = KBPS_PER_CHANNEL;
  const kbpsPerChannel = bitrateKbps === null ? DEFAULT_KBPS_PER_CHANNEL : bitrateKbps / channels;
  return Math.round(Math.min(most, Math.max(least, kbpsPerChannel)) * channels * 1_000);
}

type EncodeFrame = (interleaved: Float32Array) => Uint8Array;

/** The output is delayed by `skip` samples, so silence follows until all of the audio is encoded. */
function* encodeFrames(pcm: Pcm, skip: number, encode: EncodeFrame): Generator<OggPacket> {
  const count = pcm.channels.length;
  const end = skip + sampleCount(pcm);
  for (let at = 0; at < end; at += FRAME_SAMPLES) {
    const frame = new Float32Array(FRAME_SAMPLES * count);
    pcm.channels.forEach((channel, offset) => {
      const part = channel.subarray(at, at + FRAME_SAMPLES);
      for (let i = 0; i < part.length; i++) frame[i * count + offset] = part[i] ?? 0;
    });
    // The last position shows players where to cut.
    yield { bytes: encode(frame), granule: Math.min(end, at + FRAME_SAMPLES) };
  }
}

function headOf({ channels, skip, rate }: { channels: number; skip: number; rate: number }): Uint8Array {
  const head = Buffer.alloc(19);
  head.write('OpusHead');
  head[8] = 1;
  head[9] = channels;
  head.writeUInt16LE(skip, 10);
  head.writeUInt32LE(rate, 12);
  return head;
}

function tags(): Uint8Array {
  const text = Buffer.alloc(16 + VENDOR.length);
  text.write('OpusTags');
  text.writeUInt32LE(VENDOR.length, 8);
  text.write(VENDOR, 12);
  return text;
}
