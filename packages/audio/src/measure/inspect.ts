import type { SourceFormat } from '../codecs/formats.ts';
import type { Pcm } from '../pcm.ts';
import { roundOrNull } from '../signal/rounding.ts';
import { type LoudnessMethod, measureLoudness } from './loudness.ts';
import { type AudioMetrics, measureMetrics } from './metrics.ts';
import { measureTruePeak } from './true-peak.ts';
import { waveformPeaks } from './waveform.ts';

export const WAVEFORM_POINTS = 200;

/** All facts about a file that only need its samples. */
export type AudioFacts = {
  format: SourceFormat;
  sample_rate: number;
  channels: number;
  duration_ms: number;
  /** null if `loudness_method` is `none`. */
  lufs: number | null;
  loudness_method: LoudnessMethod;
  /** Gated according to ITU-R BS.1770-4, even if the speech is too short for a reliable value. */
  integrated_lufs: number | null;
  /** null for digital silence. */
  true_peak_dbtp: number | null;
  metrics: AudioMetrics;
  /** 200 levels of 0 to 255, to draw a waveform. */
  peaks: number[];
};

/** Measures a file. */
export function inspect(pcm: Pcm, format: SourceFormat): AudioFacts {
  const metrics = measureMetrics(pcm);
  const loudness = measureLoudness(pcm);
  return {
    format,
    sample_rate: pcm.sampleRate,
    channels: pcm.channels.length,
    duration_ms: metrics.duration_ms,
    lufs: roundOrNull(loudness.lufs),
    loudness_method: loudness.method,
    integrated_lufs: roundOrNull(loudness.integrated_lufs),
    true_peak_dbtp: roundOrNull(measureTruePeak(pcm)),
    metrics,
    peaks: waveformPeaks(pcm, WAVEFORM_POINTS),
  };
}
