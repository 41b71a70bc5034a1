/** IDs of the mastering presets, one for each destination of the audio. */
export const MASTERING_PRESET_IDS = [
  'standard',
  'podcast',
  'broadcast',
  'game',
  'audiobook',
  'phone_mulaw',
  'phone_alaw',
  'ad',
] as const;
/** The ID of a mastering preset. */
export type MasteringPresetId = (typeof MASTERING_PRESET_IDS)[number];

/**
 * Formats that mastering writes: `ogg` is Vorbis, `opus` is Opus at 48 kHz; `mulaw` and `alaw` are WAV files with
 * G.711 inside, always at 8 kHz. `AUDIO_FORMATS` of the audio package has the same ones.
 */
export const MASTERING_FORMATS = ['wav', 'mp3', 'ogg', 'opus', 'flac', 'mulaw', 'alaw'] as const;
/** A format that mastering writes. */
export type MasteringFormat = (typeof MASTERING_FORMATS)[number];

/** Sample rates that mastering writes, in hertz. */
export const MASTERING_SAMPLE_RATES = [8000, 16_000, 22_050, 24_000, 44_100, 48_000] as const;

/** The complete settings of mastering, after the values of the preset are filled in. */
export type MasteringSettings = {
  trim_silence: boolean;
  /** Silence before the speech, and after it if `tail_padding_ms` is null. */
  padding_ms: number;
  /** Silence after the speech; null = as much as before it. */
  tail_padding_ms: number | null;
  /** Level of the quiet noise laid under the whole file; null = none. */
  room_tone_dbfs: number | null;
  /** Target of the integrated loudness; null if loudness has no target. */
  loudness_lufs: number | null;
  /** Target of the mean level of the whole file; null if it has none. At most one of the two targets is set. */
  rms_dbfs: number | null;
  true_peak_dbtp: number;
  fade_ms: number;
  high_pass_hz: number | null;
  low_pass_hz: number | null;
  sample_rate: (typeof MASTERING_SAMPLE_RATES)[number] | null;
  channels: 1 | 2;
  format: MasteringFormat;
  bitrate_kbps: number | null;
};

/** The limits that a finished file must meet so that its destination accepts it. */
export type DeliveryLimits = {
  lufs: readonly [least: number, most: number] | null;
  rms_dbfs: readonly [least: number, most: number] | null;
  /** Largest true peak. */
  true_peak_dbtp: number;
  /** Maximum level of the quietest half second; null if the destination sets none. */
  noise_floor_dbfs: number | null;
};

/** A mastering preset: its purpose, its settings, and the limits of its files. */
export type MasteringPreset = {
  display_name: string;
  description: string;
  settings: MasteringSettings;
  limits: DeliveryLimits;
  /** The destination rejects files without silence at the ends, so it stays even if the line has a limit. */
  padding_is_required: boolean;
};

const STANDARD: MasteringSettings = {
  trim_silence: true,
  padding_ms: 100,
  tail_padding_ms: null,
  room_tone_dbfs: null,
  loudness_lufs: -16,
  rms_dbfs: null,
  true_peak_dbtp: -1,
  fade_ms: 5,
  high_pass_hz: null,
  low_pass_hz: null,
  sample_rate: 44_100,
  channels: 1,
  format: 'wav',
  bitrate_kbps: null,
};

/** A line of speech meets its loudness within this many LU. */
const LOUDNESS_TOLERANCE_LU = 0.5;

function loudness(lufs: number, true_peak_dbtp: number): DeliveryLimits {
  const range = [lufs - LOUDNESS_TOLERANCE_LU, lufs + LOUDNESS_TOLERANCE_LU] as const;
  return { lufs: range, rms_dbfs: null, true_peak_dbtp, noise_floor_dbfs: null };
}

const PHONE: Omit<MasteringSettings, 'format'> = {
  ...STANDARD,
  loudness_lufs: -19,
  true_peak_dbtp: -3,
  high_pass_hz: 300,
  low_pass_hz: 3400,
  sample_rate: 8000,
};

/** Every mastering preset by its ID. */
export const MASTERING_PRESETS: Readonly<Record<MasteringPresetId, MasteringPreset>> = {
  standard: {
    display_name: 'Standard',
    description: 'Lossless, -16 LUFS, for further processing.',
    settings: STANDARD,
    limits: loudness(-16, -1),
    padding_is_required: false,
  },
  podcast: {
    display_name: 'Podcast and e-learning',
    description: 'MP3 at -16 LUFS with a true peak of at most -1 dBTP.',
    settings: {
      ...STANDARD,
      padding_ms: 250,
      tail_padding_ms: 500,
      fade_ms: 10,
      format: 'mp3',
      bitrate_kbps: 128,
    },
    limits: loudness(-16, -1),
    padding_is_required: false,
  },
  broadcast: {
    display_name: 'Broadcast (EBU R 128)',
    description: 'Stereo WAV at 48 kHz, -23 LUFS, true peak at most -1 dBTP.',
    settings: { ...STANDARD, loudness_lufs: -23, fade_ms: 10, sample_rate: 48_000, channels: 2 },
    limits: loudness(-23, -1),
    padding_is_required: false,
  },
  game: {
    display_name: 'Game dialogue',
    description: 'WAV at 48 kHz and -23 LUFS; lines under 3 seconds by the mean power of their speech.',
    settings: { ...STANDARD, padding_ms: 20, loudness_lufs: -23, sample_rate: 48_000 },
    limits: loudness(-23, -1),
    padding_is_required: false,
  },
  audiobook: {
    display_name: 'Audiobook (ACX)',
    description:
      'MP3 at 192 kbit/s, RMS -23 to -18 dB, peak under -3 dB, noise floor under -60 dB, room tone.',
    settings: {
      ...STANDARD,
      padding_ms: 750,
      tail_padding_ms: 2000,
      room_tone_dbfs: -72,
      loudness_lufs: null,
      rms_dbfs: -20.5,
      true_peak_dbtp: -3,
      fade_ms: 10,
      high_pass_hz: 70,
      format: 'mp3',
      bitrate_kbps: 192,
    },
    limits: { lufs: null, rms_dbfs: [-23, -18], true_peak_dbtp: -3, noise_floor_dbfs: -60 },
    padding_is_required: true,
  },
  phone_mulaw: {
    display_name: 'Phone prompts (mu-law)',
    description: 'G.711 mu-law at 8 kHz, 300 to 3400 Hz, -19 LUFS: North America and Japan.',
    settings: { ...PHONE, format: 'mulaw' },
    limits: loudness(-19, -3),
    padding_is_required: false,
  },
  phone_alaw: {
    display_name: 'Phone prompts (A-law)',
    description: 'G.711 A-law at 8 kHz, 300 to 3400 Hz, -19 LUFS: Europe and most of the world.',
    settings: { ...PHONE, format: 'alaw' },
    limits: loudness(-19, -3),
    padding_is_required: false,
  },
  ad: {
    display_name: 'Ad spot',
    description: 'Stereo WAV at 48 kHz and -15 LUFS, without silence at the ends.',
    settings: {
      ...STANDARD,
      padding_ms: 0,
      loudness_lufs: -15,
      fade_ms: 10,
      sample_rate: 48_000,
      channels: 2,
    },
    limits: { ...loudness(-15, -1), lufs: [-16, -14] },
    padding_is_required: false,
  },
};

/** The value of a config field that leaves the choice to the preset. */
export const FROM_PRESET = 'preset';

/** The settings of a node: those that it chooses, and `preset` for the others. */
export type MasteringChoices = {
  [Field in keyof MasteringSettings]: MasteringSettings[Field] | typeof FROM_PRESET;
};

/**
 * The effective mastering settings: those of the preset, overridden by fields of the config. A loudness or a
 * level in the config replaces the preset's loudness and level.
 */
export function masteringSettings(
  config: MasteringChoices & { preset: MasteringPresetId },
): MasteringSettings {
  const { settings } = MASTERING_PRESETS[config.preset];
  const choices = Object.entries(config).filter(([name, value]) => name in settings && value !== FROM_PRESET);
  const effective = { ...settings, ...(Object.fromEntries(choices) as Partial<MasteringSettings>) };
  if (typeof config.loudness_lufs === 'number') return { ...effective, rms_dbfs: null };
  if (typeof config.rms_dbfs === 'number') return { ...effective, loudness_lufs: null };
  return effective;
}
