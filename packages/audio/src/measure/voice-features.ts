import { convertChannels, type Pcm } from '../pcm.ts';
import { FRAME_MS, frameEdge, frameLevels, percentile, speechSpan } from '../signal/frames.ts';
import { round } from '../signal/rounding.ts';
import { pitchTrack } from './pitch.ts';
import { hannWindow, powerSpectrum } from './spectrum.ts';

/** How a voice sounds, measured on a sample of it. */
export type VoiceFeatures = {
  pitch_median_hz: number;
  /** From the 10th to the 90th percentile, in semitones. */
  pitch_range_st: number;
  /** Peaks of loudness a second of speech: nearly its syllables. */
  speaking_rate: number;
  /** The center of the power between 50 Hz and 8 kHz. */
  spectral_centroid_hz: number;
  /** How the power falls from octave to octave, in decibels. */
  spectral_tilt_db: number;
  /** From the 10th to the 95th percentile of the frames of speech, in decibels. */
  loudness_range_db: number;
};

const FFT_LENGTH = 1_024;
const MIN_HZ = 50;
const MAX_HZ = 8_000;
/** Octave bands for the tilt begin here. */
const FIRST_BAND_HZ = 125;
/** Between two peaks the level must fall by this much, or they are one. */
const DIP_DB = 2;
/** Peaks further below the loud parts are not syllables. */
const PEAK_RANGE_DB = 20;
const SMOOTH_FRAMES = 2;

/** Features of a sample; null if it has no voiced speech. The same samples give the same numbers. */
export function measureVoiceFeatures(pcm: Pcm): VoiceFeatures | null {
  const mono = convertChannels(pcm, 1);
  const frames = frameLevels(mono);
  const span = speechSpan(frames);
  const [samples] = mono.channels;
  if (!span || !samples) return null;
  const { sampleRate } = mono;
  const speech = samples.subarray(frameEdge(span.start, sampleRate), frameEdge(span.end, sampleRate));
  const track = Float64Array.from(pitchTrack(speech, sampleRate));
  if (track.length === 0) return null;
  const median = percentile(track, 0.5);
  // A pitch an octave off comes from a misjudged window, or from a hiss that was taken for voice.
  const pitches = track.filter((hz) => hz > median / 2 && hz < median * 2);
  const levels = frames.levels.subarray(span.start, span.end).filter((level) => level > frames.threshold);
  // The power of each frequency over windows that overlap by half.
  const window = hannWindow(FFT_LENGTH);
  const spectrum = new Float64Array(FFT_LENGTH / 2 + 1);
  // Speech that is shorter than a window has one.
  for (let start = 0; start === 0 || start + FFT_LENGTH <= speech.length; start += FFT_LENGTH / 2) {
    const powers = powerSpectrum(window.map((weight, index) => weight * (speech[start + index] ?? 0)));
    for (let bin = 0; bin < spectrum.length; bin++) spectrum[bin] = (spectrum[bin] ?? 0) + (powers[bin] ?? 0);
  }
  const binHz = sampleRate / FFT_LENGTH;
  return {
    pitch_median_hz: round(median),
    pitch_range_st: round(12 * Math.log2(percentile(pitches, 0.9) / percentile(pitches, 0.1))),
    speaking_rate: round(peaksPerSecond(frames.levels.subarray(span.start, span.end), frames.loud)),
    spectral_centroid_hz: round(centroid(spectrum, binHz)),
    spectral_tilt_db: round(tilt(spectrum, binHz)),
    loudness_range_db: round(percentile(levels, 0.95) - percentile(levels, 0.1)),
  };
}

/** The mean frequency, weighted by the power of each frequency of the spectrum. */
function centroid(spectrum: Float64Array, binHz: number): number {
  let [weightedSum, totalPower] = [0, 0];
  spectrum.forEach((power, bin) => {
    const hz = bin * binHz;
    if (hz < MIN_HZ || hz > MAX_HZ) return;
    weightedSum += hz * power;
    totalPower += power;
  });
  if (totalPower > 0) return weightedSum / totalPower;
  return MIN_HZ;
}

/** The slope of a line through the levels of octave bands, by least squares. */
function tilt(spectrum: Float64Array, binHz: number): number {
  const bands: number[] = [];
  const top = Math.min(MAX_HZ, binHz * (spectrum.length - 1));
  for (let bandStart = FIRST_BAND_HZ; bandStart * 2 <= top; bandStart *= 2) {
    const band = spectrum.subarray(Math.ceil(bandStart / binHz), Math.ceil((bandStart * 2) / binHz));
    const power = band.reduce((sum, value) => sum + value, 0) / Math.max(1, band.length);
    bands.push(10 * Math.log10(Math.max(power, Number.MIN_VALUE)));
  }
  const middle = (bands.length - 1) / 2;
  const mean = bands.reduce((sum, level) => sum + level, 0) / bands.length;
  let [rise, run] = [0, 0];
  for (const [octave, level] of bands.entries()) {
    rise += (octave - middle) * (level - mean);
    run += (octave - middle) ** 2;
  }
  if (run === 0) return 0;
  return rise / run;
}

/** How many peaks of the level there are in a second, about one for each syllable. `loud`: the level of the loud parts. */
function peaksPerSecond(levels: Float64Array, loud: number): number {
  const smoothLevels = levels.map((_, frame) => {
    const nearbyLevels = levels.subarray(Math.max(0, frame - SMOOTH_FRAMES), frame + SMOOTH_FRAMES + 1);
    return nearbyLevels.reduce((sum, level) => sum + level, 0) / nearbyLevels.length;
  });
  let peaks = 0;
  let isRising = true;
  /** The highest level of the current rise, or the lowest of the current fall. */
  let turn = Number.NEGATIVE_INFINITY;
  // The silence after the last frame ends the last peak.
  for (const level of [...smoothLevels, Number.NEGATIVE_INFINITY]) {
    const goesOn = isRising ? level > turn : level < turn;
    const isTurn = !goesOn && Math.abs(level - turn) >= DIP_DB;
    if (isTurn && isRising && turn > loud - PEAK_RANGE_DB) peaks++;
    if (isTurn) isRising = !isRising;
    if (goesOn || isTurn) turn = level;
  }
  return (peaks * 1_000) / Math.max(FRAME_MS, levels.length * FRAME_MS);
}
