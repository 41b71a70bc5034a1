import { describe, expect, test } from 'vitest';
import { durationMs, measureVoiceFeatures } from '../src/index.ts';
import { fitDuration } from '../src/master/fit.ts';
import { shape } from '../src/master/master.ts';
import { stretchPcm } from '../src/master/stretch.ts';
import { bandLimit } from '../src/measure/band.ts';
import { pitchTrack } from '../src/measure/pitch.ts';
import { sampleCount } from '../src/pcm.ts';
import { rmsDbfs } from './support/meter.ts';
import { join, mono, silence, speechLike, stereo, tone } from './support/signals.ts';

const RATE = 22_050;
const voice = mono(speechLike(4, RATE), RATE);

describe('stretching', () => {
  test.each([0.75, 0.9, 0.95, 1.1, 1.25])('by %f gives exactly that length', (factor) => {
    expect(sampleCount(stretchPcm(voice, factor))).toBe(Math.round(sampleCount(voice) * factor));
  });

  test.each([0.75, 0.9, 1.2])('by %f keeps pitch and level and changes the tempo', (factor) => {
    const changed = stretchPcm(voice, factor);
    const [before, after] = [measureVoiceFeatures(voice), measureVoiceFeatures(changed)];
    const cents = 1200 * Math.log2((after?.pitch_median_hz ?? 0) / (before?.pitch_median_hz ?? 1));
    expect(Math.abs(cents)).toBeLessThan(15);
    expect(Math.abs(rmsDbfs(changed) - rmsDbfs(voice))).toBeLessThan(1);
    const tempo = (after?.speaking_rate ?? 0) / (before?.speaking_rate ?? 1);
    expect(tempo * factor).toBeGreaterThan(0.93);
    expect(tempo * factor).toBeLessThan(1.07);
  });

  test('keeps a steady tone steady: no windows are audible', () => {
    const [samples] = stretchPcm(mono(tone({ hz: 180, dbfs: -6, seconds: 2 }, RATE), RATE), 0.8).channels;
    const inner = samples!.subarray(2_000, samples!.length - 2_000);
    const levels = Array.from({ length: 20 }, (_, i) =>
      rmsDbfs(mono(inner.subarray(i * 1_225, (i + 1) * 1_225), RATE)),
    );
    expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(0.5);
    for (const hz of pitchTrack(inner, RATE)) expect(Math.abs(hz - 180)).toBeLessThan(3);
  });

  test('keeps both channels of a stereo recording in sync', () => {
    const changed = stretchPcm(stereo(speechLike(1, RATE), RATE), 0.85);
    expect(changed.channels[1]).toEqual(changed.channels[0]);
  });

  test('leaves audio shorter than a window unchanged', () => {
    const click = mono(new Float32Array(200), RATE);
    expect(stretchPcm(click, 0.8)).toBe(click);
  });
});

describe('fitting a line to its longest duration', () => {
  const limits = { max_stretch_percent: 15, max_duration_ms: 3_700 };

  test('speeds up the line only as much as necessary', () => {
    const { pcm, stretch, reason } = fitDuration(voice, limits, 100);
    expect(durationMs(pcm) + 100).toBeLessThanOrEqual(3_700);
    expect(durationMs(pcm) + 100).toBeGreaterThan(3_690);
    expect(stretch).toBeCloseTo(0.9, 2);
    expect(reason).toBeUndefined();
  });

  test('a line that already fits stays unchanged', () => {
    expect(fitDuration(voice, { ...limits, max_duration_ms: 4_200 }, 100).pcm).toBe(voice);
    expect(fitDuration(voice, { ...limits, max_duration_ms: null }, 100).pcm).toBe(voice);
    expect(fitDuration(voice, { ...limits, max_stretch_percent: 0 }, 100).pcm).toBe(voice);
  });

  test('a line that needs more speed than allowed stays unchanged, and the report gives the reason', () => {
    const { pcm, stretch, reason } = fitDuration(voice, { ...limits, max_duration_ms: 3_000 }, 100);
    expect([pcm, stretch]).toEqual([voice, 1]);
    expect(reason).toContain('38 % faster');
  });

  test('the reason names silence at the ends that is longer than the limit', () => {
    expect(fitDuration(voice, { ...limits, max_duration_ms: 80 }, 100).reason).toContain('less silence');
  });

  test('the finished file meets the limit at every sample rate', () => {
    const settings = {
      trim_silence: true,
      padding_ms: 50,
      tail_padding_ms: 150,
      fade_ms: 5,
      channels: 1,
    } as const;
    for (const sample_rate of [8_000, 16_000, 22_050, 44_100, 48_000]) {
      const source = mono(join(silence(0.3, RATE), voice.channels[0]!, silence(0.3, RATE)), RATE);
      const { pcm } = shape(source, { ...settings, ...limits, sample_rate });
      expect(durationMs(pcm)).toBeLessThanOrEqual(limits.max_duration_ms);
      expect(durationMs(pcm)).toBeGreaterThan(limits.max_duration_ms - 15);
    }
  });

  test('silence at the ends is shortened before the speech, and only as far as necessary', () => {
    const padded = {
      trim_silence: true,
      padding_ms: 50,
      tail_padding_ms: 150,
      fade_ms: 5,
      channels: 1,
    } as const;
    const source = mono(join(silence(0.3, RATE), voice.channels[0]!, silence(0.3, RATE)), RATE);
    const speech = durationMs(
      shape(source, { ...padded, padding_ms: 0, tail_padding_ms: 0, sample_rate: null }).pcm,
    );
    const within = (max_duration_ms: number, more: object = {}) => {
      const { pcm, report } = shape(source, { ...padded, sample_rate: null, max_duration_ms, ...more });
      return { ...report, ms: durationMs(pcm) };
    };
    expect(within(speech + 200)).toMatchObject({ ms: speech + 200, time_map: { stretch: 1 } });
    const tight = within(speech + 100, { max_stretch_percent: 25 });
    expect(tight.ms).toBeLessThanOrEqual(speech + 100);
    expect(tight.ms).toBeGreaterThan(speech + 95);
    expect(tight).toMatchObject({ time_map: { stretch: 1 } });
    expect(tight.reason).toBeUndefined();
    // Never shorter than trimmed speech.
    expect(within(speech - 500).ms).toBe(speech);
  });

  test('silence that a preset requires stays, and the reason reports it', () => {
    const padded = {
      trim_silence: true,
      padding_ms: 50,
      tail_padding_ms: 150,
      fade_ms: 5,
      channels: 1,
    } as const;
    const limit = { sample_rate: null, max_duration_ms: 4_000, keep_padding: true };
    const { pcm, report } = shape(voice, { ...padded, ...limit });
    expect(durationMs(pcm)).toBeGreaterThan(4_000);
    expect(report.reason).toBe(
      'The preset requires 200 ms of silence at the ends: with it the line lasts longer than its limit of 4000 ms.',
    );
  });

  test('the time map converts times of the source to times of the result', () => {
    const click = silence(2, RATE);
    const source = mono(join(silence(0.5, RATE), speechLike(1, RATE), click), RATE);
    const { report } = shape(source, {
      ...{ trim_silence: true, padding_ms: 200, fade_ms: 0, channels: null, sample_rate: null },
    });
    // Speech that began at 500 ms begins 200 ms after the start, less the 10 ms that trimming leaves before it.
    expect(500 * report.time_map.stretch + report.time_map.shift_ms).toBeGreaterThanOrEqual(195);
    expect(500 * report.time_map.stretch + report.time_map.shift_ms).toBeLessThanOrEqual(212);
  });
});

describe('the band filter', () => {
  const gain = (hz: number, sampleRate: number) => {
    const source = mono(tone({ hz, dbfs: -6, seconds: 1 }, sampleRate), sampleRate);
    const limited = bandLimit(source, { high_pass_hz: 300, low_pass_hz: 3_400 });
    const inner = limited.channels[0]!.subarray(sampleRate / 4, (sampleRate * 3) / 4);
    return rmsDbfs(mono(inner, sampleRate)) - rmsDbfs(source);
  };

  test.each([8_000, 16_000, 44_100])(
    'at %i Hz is flat inside, 3 dB down at its corners and steep outside',
    (rate) => {
      for (const hz of [450, 1_000, 2_000, 2_900]) expect(Math.abs(gain(hz, rate))).toBeLessThan(0.6);
      expect(gain(300, rate)).toBeCloseTo(-3, 0);
      expect(gain(3_400, rate)).toBeCloseTo(-3, 0);
      expect(gain(150, rate)).toBeLessThan(-45);
      expect(gain(60, rate)).toBeLessThan(-90);
      expect(gain(rate === 8_000 ? 3_850 : 6_800, rate)).toBeLessThan(-40);
    },
  );

  test('a corner above the sample rate removes nothing', () => {
    const source = mono(tone({ hz: 1_000, dbfs: -6, seconds: 0.1 }, 8_000), 8_000);
    expect(bandLimit(source, { high_pass_hz: null, low_pass_hz: 8_000 })).toBe(source);
  });
});
