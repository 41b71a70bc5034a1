import { type Pcm, sampleCount } from '../../pcm.ts';
import { applyGain } from '../../signal/gain.ts';
import { resample } from '../../signal/resample.ts';
import { encodeStream, joinBytes } from '../encode-stream.ts';
import { createInfoFrame } from './mp3-info-frame.ts';

/** The sample rates of MP3 that the encoder supports. */
const RATES = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
/** The bitrates that both the format and the encoder support. Low sample rates allow at most 64 kbit/s. */
const KBPS_FROM_32_KHZ = [32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;
const KBPS_FROM_16_KHZ = [8, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160] as const;
const KBPS_BELOW = [8, 16, 24, 32, 40, 48, 64] as const;
/** By the number of channels. */
const DEFAULT_KBPS = { 1: 96, 2: 160 };

/** The encoder's presets lower the level to avoid clipping, by the bitrate. Mastering has already done that. */
const PRESET_LEVELS = [
  [256, 1],
  [224, 0.98],
  [192, 0.97],
  [0, 0.95],
] as const;

type Bitrate = (typeof KBPS_FROM_32_KHZ)[number] | (typeof KBPS_FROM_16_KHZ)[number];

/** Constant bitrate, with an info frame so that players know the exact length. */
export async function encodeMp3(pcm: Pcm, bitrateKbps: number | null): Promise<Uint8Array> {
  const sampleRate = findNearest(RATES, pcm.sampleRate);
  const source = resample(pcm, sampleRate);
  const channels = source.channels.length === 1 ? 1 : 2;
  let bitrates: readonly Bitrate[] = KBPS_BELOW;
  if (sampleRate >= 32_000) bitrates = KBPS_FROM_32_KHZ;
  else if (sampleRate >= 16_000) bitrates = KBPS_FROM_16_KHZ;
  const bitrate = findNearest(bitrates, bitrateKbps ?? DEFAULT_KBPS[channels]);
  const { createMp3Encoder } = await import('wasm-media-encoders');
  const encoder = await createMp3Encoder();
  // By default, the encoder lowers the sample rate at low bitrates.
  encoder.configure({ channels, sampleRate, outputSampleRate: sampleRate, bitrate });
  const [, presetLevel = 1] = PRESET_LEVELS.find(([minBitrate]) => bitrate >= minBitrate) ?? [];
  // Raises the audio by what the encoder lowers it.
  const stream = encodeStream(encoder, applyGain(source, -20 * Math.log10(presetLevel)));
  return joinBytes([createInfoFrame(stream, { samples: sampleCount(source), bitrate }), stream]);
}

/** The value nearest to `target`; the larger one if two are equally near. */
function findNearest<Value extends number>(values: readonly Value[], target: number): Value {
  return values.reduce((nearest, value) =>
    Math.abs(value - target) <= Math.abs(nearest - target) ? value : nearest,
  );
}
