import { z } from 'zod';
import { Flag } from '../primitives.ts';
import {
  FROM_PRESET,
  MASTERING_FORMATS,
  MASTERING_PRESET_IDS,
  MASTERING_SAMPLE_RATES,
} from './mastering-presets.ts';
import { AUDIO_FIELDS, nodeType, withRule } from './node-type.ts';

const FromPreset = z.enum([FROM_PRESET]);

/** A field that defaults to the value of the preset. */
function choice<Schema extends z.ZodType>(schema: Schema, description: string) {
  return z.union([schema, FromPreset]).default(FROM_PRESET).describe(description);
}

const Milliseconds = z.int().min(0).max(5000);

const config = withRule(
  z.strictObject({
    preset: z
      .enum(MASTERING_PRESET_IDS)
      .default('standard')
      .describe('The destination of the audio. Fields with a value other than "preset" override it.'),
    trim_silence: choice(Flag, 'Trim silence around the speech.'),
    padding_ms: choice(Milliseconds, 'Silence before and after the speech.'),
    tail_padding_ms: choice(
      Milliseconds.nullable(),
      'Silence after the speech. Null means the same as before it.',
    ),
    room_tone_dbfs: choice(
      z.number().min(-90).max(-50).nullable(),
      'Level of room tone under the whole file. Null means none.',
    ),
    loudness_lufs: choice(
      z.number().min(-40).max(-5).nullable(),
      'Integrated loudness. Null means unchanged.',
    ),
    rms_dbfs: choice(
      z.number().min(-40).max(-10).nullable(),
      'Mean level of the file, instead of its loudness. Null means unused.',
    ),
    true_peak_dbtp: choice(z.number().min(-9).max(0), 'The maximum true peak.'),
    fade_ms: choice(z.int().min(0).max(1000), 'Length of the fades at both ends.'),
    high_pass_hz: choice(z.int().min(20).max(1000).nullable(), 'High-pass filter. Null means none.'),
    low_pass_hz: choice(z.int().min(2000).max(20_000).nullable(), 'Low-pass filter. Null means none.'),
    sample_rate: choice(
      z.literal([...MASTERING_SAMPLE_RATES]).nullable(),
      'In hertz. Null means unchanged. mulaw and alaw are always 8000.',
    ),
    channels: choice(z.literal([1, 2]), '1 for mono, 2 for stereo.'),
    format: choice(
      z.enum(MASTERING_FORMATS),
      'ogg is Vorbis, opus is always at 48 kHz, and mulaw and alaw are G.711 in a WAV file.',
    ),
    bitrate_kbps: choice(z.int().min(32).max(320).nullable(), 'For mp3 and ogg. Null means automatic.'),
    max_stretch_percent: z
      .int()
      .min(0)
      .max(30)
      .default(0)
      .describe('How much a line may be sped up to fit its `max_duration_ms`. 0 means never.'),
  }),
  'mastering_level',
);

/** Masters takes. */
export const operatorMastering = nodeType({
  node_type: 'operator_mastering',
  category: 'operator',
  display_name: 'Mastering',
  description: 'Trims silence, sets loudness and true peak, fades, filters, resamples and encodes.',
  version: 1,
  inputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  outputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  config,
});
