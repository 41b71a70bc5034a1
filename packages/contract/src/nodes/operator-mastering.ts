import { z } from 'zod';
import { AUDIO_FIELDS, nodeType } from './node-type.ts';

const SampleRate = z.literal([8000, 16_000, 22_050, 24_000, 44_100, 48_000]);

const config = z.strictObject({
  trim_silence: z.boolean().default(true),
  padding_ms: z.int().min(0).max(2000).default(100).describe('Silence left at both ends.'),
  loudness_lufs: z
    .number()
    .min(-40)
    .max(-5)
    .nullable()
    .default(-16)
    .describe('Integrated loudness; null = left as it is.'),
  true_peak_dbtp: z.number().min(-9).max(0).default(-1).describe('The true peak is kept below this.'),
  fade_ms: z.int().min(0).max(1000).default(5).describe('Fade in and out.'),
  sample_rate: SampleRate.nullable().default(44_100).describe('Hertz; null = as it arrives.'),
  channels: z.literal([1, 2]).default(1),
  format: z.enum(['wav', 'mp3', 'ogg', 'flac']).default('wav'),
  bitrate_kbps: z
    .int()
    .min(32)
    .max(320)
    .nullable()
    .default(null)
    .describe('For mp3 and ogg; null = automatic.'),
});

/** Brings takes to publishing standard. */
export const operatorMastering = nodeType({
  node_type: 'operator_mastering',
  category: 'operator',
  display_name: 'Mastering',
  description: 'Trims silence, sets loudness and true peak, fades, resamples and encodes.',
  version: 1,
  inputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  outputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  config,
});
