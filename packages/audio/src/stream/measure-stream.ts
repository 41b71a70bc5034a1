import type { SourceFormat } from '../codecs/formats.ts';
import { type AudioFacts, WAVEFORM_POINTS } from '../measure/inspect.ts';
import { channelWeights, kWeightingFilters } from '../measure/k-weighting.ts';
import { computeEstimate, computeLoudness } from '../measure/loudness.ts';
import { CLIPPED_RUN, computeMetrics, END_MS, FULL_SCALE, PITCH_HOP_MS, toMs } from '../measure/metrics.ts';
import { createPitchSearch, findPitch, measureEnergy, QUIET } from '../measure/pitch.ts';
import { findPeak } from '../measure/true-peak.ts';
import { toWaveform, waveformParts } from '../measure/waveform.ts';
import { measureOnce, toDecibels, toSamples } from '../pcm.ts';
import {
  countFrames,
  type FrameLevels,
  frameEdge,
  type SpeechSpan,
  sumSquares,
  toFrameLevels,
} from '../signal/frames.ts';
import { roundOrNull } from '../signal/rounding.ts';
import type { PcmStream } from './pcm-stream.ts';
import { blockWindows, PEAK_REACH, toPeakWindow } from './windows.ts';

/** What one reading of a stream measures. */
export interface StreamMeasurements {
  frames: FrameLevels;
  /** The weighted energy of each frame. */
  energy: Float64Array;
  /** An amplitude. */
  true_peak: number;
  /** The mean power of all samples. */
  power: number;
  end_power: number;
  peak: { amplitude: number; at: number };
  clipping: { runs: number; from: number; to: number };
  waveform: number[];
}

/** Measures a stream like the functions for audio in memory do, to the last bit. */
export const measureStream = measureOnce((stream: PcmStream): StreamMeasurements => {
  const { sampleRate, channelCount, length } = stream;
  const frameCount = countFrames(length, sampleRate);
  const sums = new Float64Array(frameCount);
  const energy = new Float64Array(frameCount);
  const weigh = channelWeights(channelCount).map((weight) => createEnergyMeter(sampleRate, weight));
  const endStart = Math.max(0, length - toSamples(END_MS, sampleRate));
  const powers = new Float64Array(channelCount);
  const endPowers = new Float64Array(channelCount);
  const runLengths = new Int32Array(channelCount);
  const peak = { amplitude: 0, at: Number.POSITIVE_INFINITY };
  const clipping = { runs: 0, from: Number.POSITIVE_INFINITY, to: 0 };
  const parts = waveformParts(length, WAVEFORM_POINTS);
  const waveform = new Float64Array(parts.length);
  let true_peak = 0;
  let position = 0;
  for (const window of blockWindows(stream, { before: PEAK_REACH, after: PEAK_REACH })) {
    const channels = window.channels.map((samples) =>
      samples.subarray(window.before, window.before + window.length),
    );
    const firstFrame = (position / sampleRate) * FRAMES_PER_SECOND;
    const frames = Math.min(FRAMES_PER_SECOND, frameCount - firstFrame);
    if (frames > 0) sums.set(sumSquares(channels, { sampleRate, frames }), firstFrame);
    for (const samples of window.channels) true_peak = findPeak(toPeakWindow(window, samples), true_peak);
    for (const [index, samples] of channels.entries()) {
      weigh[index]?.(samples, energy.subarray(firstFrame, firstFrame + Math.max(0, frames)));
      let power = powers[index] ?? 0;
      let endPower = endPowers[index] ?? 0;
      let runLength = runLengths[index] ?? 0;
      for (let offset = 0; offset < samples.length; offset++) {
        const sample = samples[offset] ?? 0;
        const amplitude = Math.abs(sample);
        const at = position + offset;
        power += sample * sample;
        if (at >= endStart) endPower += sample * sample;
        if (amplitude > peak.amplitude || (amplitude === peak.amplitude && at < peak.at)) {
          peak.amplitude = amplitude;
          peak.at = at;
        }
        runLength = amplitude >= FULL_SCALE ? runLength + 1 : 0;
        if (runLength !== CLIPPED_RUN) continue;
        const start = at - CLIPPED_RUN + 1;
        clipping.runs += 1;
        clipping.from = Math.min(clipping.from, start);
        clipping.to = Math.max(clipping.to, start);
      }
      powers[index] = power;
      endPowers[index] = endPower;
      runLengths[index] = runLength;
      for (const [part, [from, to]] of parts.entries()) {
        if (from >= position + samples.length || to <= position) continue;
        let highest = waveform[part] ?? 0;
        const end = Math.min(samples.length, to - position);
        for (let offset = Math.max(0, from - position); offset < end; offset++)
          highest = Math.max(highest, Math.abs(samples[offset] ?? 0));
        waveform[part] = highest;
      }
    }
    position += window.length;
  }
  return {
    frames: toFrameLevels(sums, { sampleRate, channelCount }),
    energy,
    true_peak,
    power: powers.reduce((sum, power) => sum + power, 0) / Math.max(1, length * channelCount),
    end_power:
      endPowers.reduce((sum, power) => sum + power, 0) / Math.max(1, (length - endStart) * channelCount),
    peak,
    clipping,
    waveform: toWaveform([...waveform]),
  };
});

const FRAMES_PER_SECOND = 100;

/** Like the loop `addWeighted` of the kernel, which goes on from block to block. Blocks begin with whole seconds. */
function createEnergyMeter(sampleRate: number, weight: number) {
  const [shelf, highPass] = kWeightingFilters(sampleRate);
  const { b0, b1, b2, a1, a2 } = shelf;
  const { a1: c1, a2: c2 } = highPass;
  const states = [0, 0, 0, 0];
  return (samples: Float32Array, energy: Float64Array): void => {
    let [s1 = 0, s2 = 0, h1 = 0, h2 = 0] = states;
    let at = 0;
    for (let frame = 0; frame < energy.length; frame++) {
      const end = frameEdge(frame + 1, sampleRate);
      let sum = 0;
      for (; at < end; at++) {
        const s0 = (samples[at] ?? 0) - a1 * s1 - a2 * s2;
        const shelved = b0 * s0 + b1 * s1 + b2 * s2;
        s2 = s1;
        s1 = s0;
        const h0 = shelved - c1 * h1 - c2 * h2;
        const weighted = h0 - 2 * h1 + h2;
        h2 = h1;
        h1 = h0;
        sum += weighted * weighted;
      }
      energy[frame] = (energy[frame] ?? 0) + weight * sum;
    }
    states.splice(0, 4, s1, s2, h1, h2);
  };
}

export const streamLoudness = (stream: PcmStream) => {
  const { frames, energy } = measureStream(stream);
  return computeLoudness(frames, energy, stream.sampleRate);
};

export const streamEstimate = (stream: PcmStream): number | null => {
  const { frames, energy } = measureStream(stream);
  return computeEstimate(frames, energy, stream.sampleRate);
};

/** Like `inspect`, for a stream. */
export function inspectStream(stream: PcmStream, format: SourceFormat): AudioFacts {
  const { sampleRate, channelCount, length } = stream;
  const { frames, true_peak, end_power, peak, clipping, waveform } = measureStream(stream);
  const duration_ms = toMs(length, sampleRate);
  const isClipped = clipping.runs > 0;
  const metrics = computeMetrics({
    frames,
    duration_ms,
    end_power,
    peak: { amplitude: peak.amplitude, at_ms: peak.amplitude > 0 ? toMs(peak.at, sampleRate) : null },
    clipping: {
      clipped_runs: clipping.runs,
      clipped_from_ms: isClipped ? toMs(clipping.from, sampleRate) : null,
      clipped_to_ms: isClipped ? toMs(clipping.to, sampleRate) : null,
    },
    listPitches: (span) => listPitches(stream, span),
  });
  const loudness = streamLoudness(stream);
  return {
    format,
    sample_rate: sampleRate,
    channels: channelCount,
    duration_ms,
    lufs: roundOrNull(loudness.lufs),
    loudness_method: loudness.method,
    integrated_lufs: roundOrNull(loudness.integrated_lufs),
    true_peak_dbtp: roundOrNull(toDecibels(true_peak)),
    metrics,
    peaks: waveform,
  };
}

/** Like `pitchTrack`, for the speech in a stream. Reads it twice, because the loudest window decides which are quiet. */
function listPitches(stream: PcmStream, span: SpeechSpan): number[] {
  const search = createPitchSearch(stream.sampleRate, PITCH_HOP_MS);
  let highestEnergy = 0;
  for (const window of pitchWindows(stream, span))
    highestEnergy = Math.max(highestEnergy, measureEnergy(window, 0, search.length));
  const quietEnergy = highestEnergy * QUIET ** 2;
  const pitches: number[] = [];
  for (const window of pitchWindows(stream, span)) {
    if (measureEnergy(window, 0, search.length) <= quietEnergy) continue;
    const pitch = findPitch(window, search);
    if (pitch !== undefined) pitches.push(pitch);
  }
  return pitches;
}

/** The windows of the speech in the first channel, at the reduced rate. */
function* pitchWindows(stream: PcmStream, span: SpeechSpan): Generator<Float64Array> {
  const { sampleRate } = stream;
  const { factor, reach, hop } = createPitchSearch(sampleRate, PITCH_HOP_MS);
  const from = frameEdge(span.start, sampleRate);
  const to = Math.min(stream.length, frameEdge(span.end, sampleRate));
  const signalLength = Math.floor((to - from) / factor);
  const size = reach + 1;
  /** The last samples at the reduced rate, of which the first one is number `base`. */
  const signal = new Float64Array(size + Math.ceil(sampleRate / factor) + hop);
  let [base, filled, start] = [0, 0, 0];
  let [sum, summands] = [0, 0];
  let position = 0;
  for (const [samples = new Float32Array()] of stream.blocks()) {
    const end = Math.min(samples.length, to - position);
    for (let offset = Math.max(0, from - position); offset < end; offset++) {
      sum += samples[offset] ?? 0;
      summands += 1;
      if (summands < factor) continue;
      if (filled === signal.length) {
        const kept = Math.min(filled, Math.max(0, start - base));
        signal.copyWithin(0, kept, filled);
        base += kept;
        filled -= kept;
      }
      signal[filled] = sum / factor;
      filled += 1;
      [sum, summands] = [0, 0];
      if (start + reach < signalLength && base + filled === start + size) {
        yield signal.slice(start - base, start - base + size);
        start += hop;
      }
    }
    position += samples.length;
  }
}
