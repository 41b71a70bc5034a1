import { type Pcm, sampleCount } from '../../pcm.ts';
import { resample } from '../../signal/resample.ts';
import { type OggPacket, writeOgg } from './ogg-pages.ts';

/** Opus always plays at this rate, regardless of the input. */
export const OPUS_SAMPLE_RATE = 48_000;
const FRAME_SAMPLES = 960;
const COMPLEXITY = 5;
/** Higher bitrates do not improve speech. */
const DEFAULT_KBPS_PER_CHANNEL = 48;
const MIN_KBPS_PER_CHANNEL = 6;
const MAX_KBPS_PER_CHANNEL = 256;
const VENDOR = 'Voiceloom';

/** An Ogg Opus file (RFC 7845) that decodes to exactly as many samples as `pcm` has. */
export async function encodeOpus(pcm: Pcm, bitrateKbps: number | null): Promise<Uint8Array> {
  const source = resample(pcm, OPUS_SAMPLE_RATE);
  const channels = source.channels.length === 1 ? 1 : 2;
  const requestedKbps = (bitrateKbps ?? DEFAULT_KBPS_PER_CHANNEL * channels) / channels;
  const kbpsPerChannel = Math.min(MAX_KBPS_PER_CHANNEL, Math.max(MIN_KBPS_PER_CHANNEL, requestedKbps));
  const { Application, createEncoder } = await import('libopus-wasm');
  const encoder = await createEncoder({
    channels,
    sampleRate: OPUS_SAMPLE_RATE,
    application: Application.Audio,
    bitrate: Math.round(kbpsPerChannel * channels * 1_000),
    complexity: COMPLEXITY,
    frameSize: FRAME_SAMPLES,
  });
  try {
    const skip = encoder.getLookahead();
    const head = Buffer.alloc(19);
    // The version, the channels, the samples to skip at the start, and the rate of the source.
    head.write('OpusHead');
    head[8] = 1;
    head[9] = channels;
    head.writeUInt16LE(skip, 10);
    head.writeUInt32LE(pcm.sampleRate, 12);
    const tags = Buffer.alloc(16 + VENDOR.length);
    tags.write('OpusTags');
    tags.writeUInt32LE(VENDOR.length, 8);
    tags.write(VENDOR, 12);

    // The output is delayed by `skip` samples, so silence follows until all of the audio is encoded.
    const end = skip + sampleCount(source);
    const packets: OggPacket[] = [];
    for (let start = 0; start < end; start += FRAME_SAMPLES) {
      const frame = new Float32Array(FRAME_SAMPLES * channels);
      source.channels.forEach((channel, offset) => {
        const part = channel.subarray(start, start + FRAME_SAMPLES);
        for (let index = 0; index < part.length; index++) frame[index * channels + offset] = part[index] ?? 0;
      });
      // The last position shows players where to cut.
      packets.push({
        bytes: encoder.encodeFloat(frame).slice(),
        granule: Math.min(end, start + FRAME_SAMPLES),
      });
    }
    return writeOgg([head, tags], packets);
  } finally {
    encoder.free();
  }
}
