import type { VoiceFeatures } from '@voiceloom/audio';

/**
 * Stored features: frequencies as intervals, divided by a clearly audible difference, with four decimals. The distance
 * of two voices is the root of the mean squared difference. Their similarity is 1 / (1 + distance).
 */
export function featureVector(features: VoiceFeatures): number[] {
  return [
    (12 * Math.log2(features.pitch_median_hz)) / 3,
    features.pitch_range_st / 3,
    features.speaking_rate,
    Math.log2(features.spectral_centroid_hz) / 0.5,
    features.spectral_tilt_db / 1.5,
    features.loudness_range_db / 6,
  ].map(roundToFourDecimals);
}

/** 1 if there is no distance; it approaches 0 for large distances. Four decimals. */
export function toSimilarity(distance: number): number {
  return roundToFourDecimals(1 / (1 + distance));
}

function roundToFourDecimals(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
