import type { VoiceFeatures } from '@voiceloom/audio';

/**
 * What a difference of 1 is in each feature: one that is clearly heard. The distance of two voices is the root of
 * the mean of the squared differences, and their similarity 1 / (1 + distance).
 */
const UNITS = {
  pitch_st: 3,
  pitch_range_st: 3,
  speaking_rate: 1,
  centroid_octaves: 0.5,
  tilt_db: 1.5,
  loudness_range_db: 6,
} as const;

/** Stored features: frequencies as intervals, all in units of audible difference, four decimals. */
export function featureVector(features: VoiceFeatures): number[] {
  const inUnits: Record<keyof typeof UNITS, number> = {
    pitch_st: 12 * Math.log2(features.pitch_median_hz),
    pitch_range_st: features.pitch_range_st,
    speaking_rate: features.speaking_rate,
    centroid_octaves: Math.log2(features.spectral_centroid_hz),
    tilt_db: features.spectral_tilt_db,
    loudness_range_db: features.loudness_range_db,
  };
  return Object.entries(UNITS).map(([name, unit]) =>
    fourDecimals(inUnits[name as keyof typeof UNITS] / unit),
  );
}

/** 1 for no distance at all, falling towards 0; four decimals. */
export function similarityOf(distance: number): number {
  return fourDecimals(1 / (1 + distance));
}

function fourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
