import type { Pcm } from '../../pcm.ts';
import { resample } from '../../signal/resample.ts';
import { encodeStream } from '../encode-stream.ts';

/** Nominal bitrate per channel of each quality from -1 to 10 at 44.1 kHz, from the Vorbis encoder's own table. */
const KBPS_PER_CHANNEL = [22.5, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 250];
const MIN_QUALITY = -1;
const DEFAULT_QUALITY = 4;
const MIN_RATE = 8_000;
const MAX_RATE = 96_000;
/** Fixed instead of random, so that equal audio gives equal bytes. */
const SERIAL = 1;

/** An Ogg Vorbis file, in the quality whose nominal bitrate is nearest to the requested one. */
export async function encodeOgg(pcm: Pcm, bitrateKbps: number | null): Promise<Uint8Array> {
  const source = resample(pcm, Math.max(MIN_RATE, Math.min(MAX_RATE, pcm.sampleRate)));
  const channels = source.channels.length === 1 ? 1 : 2;
  const { createOggEncoder } = await import('wasm-media-encoders');
  const encoder = await createOggEncoder();
  let vbrQuality = DEFAULT_QUALITY;
  if (bitrateKbps !== null) {
    // Vorbis has quality levels instead of bitrates. The level with the nearest nominal bitrate is used.
    const distances = KBPS_PER_CHANNEL.map((kbps) => Math.abs(kbps - bitrateKbps / channels));
    vbrQuality = MIN_QUALITY + distances.indexOf(Math.min(...distances));
  }
  encoder.configure({ channels, sampleRate: source.sampleRate, vbrQuality, oggSerialNo: SERIAL });
  return encodeStream(encoder, source);
}
