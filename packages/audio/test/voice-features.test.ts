import { expect, test } from 'vitest';
import { measureVoiceFeatures } from '../src/index.ts';
import { pitchTrack } from '../src/measure/pitch.ts';
import { hannWindow, powerSpectrum } from '../src/measure/spectrum.ts';
import { join, mono, noise, silence, tone } from './support/signals.ts';

const RATE = 22_050;

/**
 * A sound with all overtones, each `fall` decibels per octave below the previous one, with `beats` per
 * second.
 */
function voice({
  hz,
  fall = 6,
  beats = 4,
  seconds = 3,
  rate = RATE,
}: {
  hz: number;
  fall?: number;
  beats?: number;
  seconds?: number;
  rate?: number;
}) {
  const overtones = Math.floor(8_000 / hz);
  const levels = Array.from({ length: overtones }, (_, n) => 10 ** ((-fall * Math.log2(n + 1)) / 20));
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, i) => {
    const beat = 0.505 - 0.495 * Math.cos((2 * Math.PI * beats * i) / rate);
    const sound = levels.reduce(
      (sum, level, n) => sum + level * Math.sin((2 * Math.PI * hz * (n + 1) * i) / rate),
      0,
    );
    return 0.1 * beat * sound;
  });
}
const featuresOf = (samples: Float32Array, rate = RATE) => {
  const features = measureVoiceFeatures(mono(samples, rate));
  if (features === null) throw new Error('There is no voice in it.');
  return features;
};

test('a tone has all its power at its own frequency', () => {
  const samples = tone({ hz: 1_000, dbfs: 0, seconds: 1 }, 16_000);
  const window = hannWindow(1_024);
  const spectrum = powerSpectrum(window.map((weight, i) => weight * (samples[i] ?? 0)));
  const peak = spectrum.indexOf(Math.max(...spectrum));
  expect(peak).toBe(64);
  const total = spectrum.reduce((sum, power) => sum + power, 0);
  const near = spectrum.subarray(62, 67).reduce((sum, power) => sum + power, 0);
  expect(near / total).toBeGreaterThan(0.999);
});

test('a spectrum preserves the energy of its signal', () => {
  // Parseval: the sum over all bins is the length times the sum of the squares. Each inner bin counts twice.
  const samples = Float64Array.from(noise(1, 1_024));
  const spectrum = powerSpectrum(samples);
  const all = spectrum.reduce((sum, power, bin) => sum + power * (bin === 0 || bin === 512 ? 1 : 2), 0);
  const squares = samples.reduce((sum, value) => sum + value * value, 0);
  expect(all / (squares * 1_024)).toBeCloseTo(1, 9);
});

test.each([70, 100, 180, 260, 400])('the pitch of a voice of %i Hz is found within one percent', (hz) => {
  for (const rate of [16_000, 22_050, 48_000]) {
    const track = pitchTrack(voice({ hz, rate, seconds: 1 }), rate).sort((one, other) => one - other);
    expect(track.length).toBeGreaterThan(30);
    expect(Math.abs((track[Math.floor(track.length / 2)] ?? 0) / hz - 1)).toBeLessThan(0.01);
  }
});

test('noise has no pitch', () => {
  expect(pitchTrack(noise(1, RATE), RATE).length).toBeLessThan(3);
  expect(measureVoiceFeatures(mono(silence(1, RATE), RATE))).toBeNull();
});

test('a steady voice has no pitch range, and one that jumps an octave has a range of twelve semitones', () => {
  expect(featuresOf(voice({ hz: 150 })).pitch_range_st).toBeLessThan(0.3);
  const leap = featuresOf(join(voice({ hz: 120 }), voice({ hz: 239 })));
  expect(leap.pitch_range_st).toBeGreaterThan(11);
  expect(leap.pitch_range_st).toBeLessThan(13);
});

test.each([3, 5, 7])('%i beats per second are measured as that speaking rate', (beats) => {
  expect(Math.abs(featuresOf(voice({ hz: 150, beats })).speaking_rate - beats)).toBeLessThan(0.5);
});

test('a brighter voice has a higher spectral center and a smaller drop per octave', () => {
  const [bright, dark] = [featuresOf(voice({ hz: 150, fall: 3 })), featuresOf(voice({ hz: 150, fall: 12 }))];
  expect(bright.spectral_centroid_hz).toBeGreaterThan(dark.spectral_centroid_hz * 2);
  expect(bright.spectral_tilt_db).toBeGreaterThan(dark.spectral_tilt_db + 5);
});

test('the volume of a recording changes nothing, and the same samples give the same numbers', () => {
  const samples = voice({ hz: 200 }).map((value) => value * 4);
  const features = featuresOf(samples);
  expect(featuresOf(samples.slice())).toEqual(features);
  const quiet = featuresOf(samples.map((value) => value / 2));
  for (const [name, value] of Object.entries(features))
    expect(Math.abs(quiet[name as keyof typeof quiet] - value)).toBeLessThanOrEqual(0.05);
});
