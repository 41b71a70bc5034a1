import { z } from 'zod';
import {
  FROM_PRESET,
  MASTERING_FORMATS,
  MASTERING_PRESET_IDS,
  MASTERING_SAMPLE_RATES,
} from './mastering-presets.ts';
import { AUDIO_FIELDS, nodeType } from './node-type.ts';

const FromPreset = z.enum([FROM_PRESET]);

/** A field that is the preset's unless it is set. */
function choice<Schema extends z.ZodType>(schema: Schema, description: string) {
  return z.union([schema, FromPreset]).default(FROM_PRESET).describe(description);
}

const Milliseconds = z.int().min(0).max(5000);

const config = z
  .strictObject({
    preset: z
      .enum(MASTERING_PRESET_IDS)
      .default('standard')
      .describe('Where the audio goes; the fields below override it where they are not "preset".'),
    trim_silence: choice(z.boolean(), 'Cut the silence around the speech.'),
    padding_ms: choice(Milliseconds, 'Silence put before the speech, and after it.'),
    tail_padding_ms: choice(Milliseconds.nullable(), 'Silence put after the speech; null = as before it.'),
    room_tone_dbfs: choice(
      z.number().min(-90).max(-50).nullable(),
      'Level of a quiet noise under the whole file; null = none.',
    ),
    loudness_lufs: choice(
      z.number().min(-40).max(-5).nullable(),
      'Integrated loudness; null = left as it is.',
    ),
    rms_dbfs: choice(
      z.number().min(-40).max(-10).nullable(),
      'Mean level of the file instead of its loudness; null = not used.',
    ),
    true_peak_dbtp: choice(z.number().min(-9).max(0), 'The true peak is kept below this.'),
    fade_ms: choice(z.int().min(0).max(1000), 'Fade in and out.'),
    high_pass_hz: choice(
      z.int().min(20).max(1000).nullable(),
      'Take out what is lower than this; null = nothing.',
    ),
    low_pass_hz: choice(
      z.int().min(2000).max(20_000).nullable(),
      'Take out what is higher than this; null = nothing.',
    ),
    sample_rate: choice(
      z.literal([...MASTERING_SAMPLE_RATES]).nullable(),
      'Hertz; null = as it arrives. mulaw and alaw are always 8000.',
    ),
    channels: choice(z.literal([1, 2]), 'Mono or stereo.'),
    format: choice(
      z.enum(MASTERING_FORMATS),
      'ogg is Vorbis, opus is always at 48 kHz, mulaw and alaw are G.711 in a WAV file.',
    ),
    bitrate_kbps: choice(z.int().min(32).max(320).nullable(), 'For mp3 and ogg; null = automatic.'),
    max_stretch_percent: z
      .int()
      .min(0)
      .max(30)
      .default(0)
      .describe("How much faster a line may be made to fit its max_duration_ms; 0 = it isn't."),
  })
  .refine(
    ({ loudness_lufs, rms_dbfs }) => typeof loudness_lufs !== 'number' || typeof rms_dbfs !== 'number',
    {
      path: ['rms_dbfs'],
      error: 'A level is set by loudness_lufs or by rms_dbfs, not by both.',
    },
  );

/** What version 1 filled in where a config said nothing: such values were nobody's choice. */
const VERSION_1_DEFAULTS: Readonly<Record<string, unknown>> = {
  trim_silence: true,
  padding_ms: 100,
  loudness_lufs: -16,
  true_peak_dbtp: -1,
  fade_ms: 5,
  sample_rate: 44_100,
  channels: 1,
  format: 'wav',
  bitrate_kbps: null,
};

/** The standard preset has the same values, so that nothing sounds different until another preset is picked. */
function withoutDefaults(old: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(old).filter(([name, value]) => value !== VERSION_1_DEFAULTS[name]),
  );
}

/** Brings takes to publishing standard. */
export const operatorMastering = nodeType({
  node_type: 'operator_mastering',
  category: 'operator',
  display_name: 'Mastering',
  description: 'Trims silence, sets loudness and true peak, fades, filters, resamples and encodes.',
  version: 2,
  inputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  outputs: [{ name: 'audio', fields: AUDIO_FIELDS }],
  config,
  upgrades: { 1: withoutDefaults },
});
