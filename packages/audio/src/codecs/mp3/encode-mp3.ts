import { type Pcm, sampleCount } from '../../pcm.ts';
import { applyGain } from '../../signal/gain.ts';
import { resample } from '../../signal/resample.ts';
import { encodeStream, joinBytes } from '../encode-stream.ts';
import { infoFrame } from './mp3-info-frame.ts';

const RATES = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
/** The bitrates that both the format and the encoder support. Low sample rates allow at most 64 kbit/s. */
const KBPS_FROM_32_KHZ = [32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;
const KBPS_FROM_16_KHZ = [8, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160] as const;
const KBPS_BELOW = [8, 16, 24, 32, 40, 48, 64] as const;

type Bitrate = (typeof KBPS_FROM_32_KHZ)[number] | (typeof KBPS_FROM_16_KHZ)[number];

/** Constant bitrate, with an info frame so that players know the exact length. */
export async function encodeMp3(pcm: Pcm, bitrateKbps: number | null): Promise<Uint8Array> {
  const sampleRate = nearest(RATES, pcm.sampleRate);
  const source = resample(pcm, sampleRate);
  const channels = source.channels.length === 1 ? 1 : 2;
  const bitrate = nearest(bitratesFor(sampleRate), bitrateKbps ?? (channels === 1 ? 96 : 160));
  const { createMp3Encoder } = await import('wasm-media-encoders');
  const encoder = await createMp3Encoder();
  // By default, the encoder lowers the sample rate at low bitrates.
  encoder.configure({ channels, sampleRate, outputSampleRate: sampleRate, bitrate });
  const stream = encodeStream(encoder, applyGain(source, -builtInGainDb(bitrate)));
  return joinBytes([infoFrame(stream, { samples: sampleCount(source), bitrate }), stream]);
}

/** The encoder's presets lower the level to avoid clipping. Mastering has already done that. */
function builtInGainDb(bitrate: number): number {
  if (bitrate >= 256) return 0;
  let factor = 0.95;
  if (bitrate >= 224) factor = 0.98;
  else if (bitrate >= 192) factor = 0.97;
  return 20 * Math.log10(factor);
}

/** The bitrates that are available at this sample rate. */
function bitratesFor(sampleRate: number): readonly Bitrate[] {
  if (sampleRate >= 32_000) return KBPS_FROM_32_KHZ;
  if (sampleRate >= 16_000) return KBPS_FROM_16_KHZ;
  return KBPS_BELOW;
}

/** The value nearest to `target`; the larger one if two are equally near. */
function nearest<Value extends number>(values: readonly Value[], target: number): Value {
  return values.reduce((best, value) => (Math.abs(value - target) <= Math.abs(best - target) ? value : best));
}
