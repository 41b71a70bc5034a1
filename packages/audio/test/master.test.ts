import { describe, expect, test } from 'vitest';
import { durationMs, type MasterSettings, measureLoudness, measureTruePeak, type Pcm } from '../src/index.ts';
import { deliver } from '../src/master/deliver.ts';
import { level } from '../src/master/level.ts';
import { limitTruePeak } from '../src/master/limiter.ts';
import { shape } from '../src/master/master.ts';
import { measureMetrics } from '../src/measure/metrics.ts';
import { join, mono, noise, silence, speechLike, stereo, tone } from './support/signals.ts';

const RATE = 22_050;
const SETTINGS: MasterSettings = {
  trim_silence: true,
  padding_ms: 100,
  loudness_lufs: -16,
  true_peak_dbtp: -1,
  fade_ms: 5,
  sample_rate: null,
  channels: null,
  format: 'wav',
  bitrate_kbps: null,
};

const speech = (seconds = 4, level = 0.25) =>
  mono(join(silence(0.4, RATE), speechLike(seconds, RATE, level), silence(0.6, RATE)), RATE);

/** What `deliver` does before it encodes. */
function master(pcm: Pcm, settings: MasterSettings) {
  const shaped = shape(pcm, settings);
  const leveled = level(shaped.pcm, settings);
  return { pcm: leveled.pcm, report: { ...shaped.report, ...leveled.report } };
}

function lufs(pcm: Pcm): number {
  return measureLoudness(pcm).lufs ?? Number.NaN;
}

describe('loudness', () => {
  test.each([-23, -19, -16, -14])(
    'a target of %i LUFS is reached within 0.3 LU, under the peak ceiling',
    (loudness_lufs) => {
      const { pcm, report } = master(speech(), { ...SETTINGS, loudness_lufs });
      expect(Math.abs(lufs(pcm) - loudness_lufs)).toBeLessThanOrEqual(0.3);
      expect(measureTruePeak(pcm)).toBeLessThanOrEqual(-0.99);
      expect(report.reason).toBeUndefined();
      expect(report.lufs_after).toBeCloseTo(lufs(pcm), 5);
    },
  );

  test.each([0.6, 1.2, 2.5])('a line of %f seconds also reaches its target', (seconds) => {
    const { pcm } = master(speech(seconds), { ...SETTINGS, loudness_lufs: -18 });
    expect(Math.abs(lufs(pcm) + 18)).toBeLessThanOrEqual(0.3);
  });

  test('loud audio is turned down', () => {
    const { pcm, report } = master(speech(4, 0.9), { ...SETTINGS, loudness_lufs: -30 });
    expect(report.gain_db).toBeLessThan(0);
    expect(Math.abs(lufs(pcm) + 30)).toBeLessThanOrEqual(0.3);
  });

  test('a target that the ceiling does not allow is missed, with a reason', () => {
    const { pcm, report } = master(speech(), { ...SETTINGS, loudness_lufs: -6 });
    expect(lufs(pcm)).toBeLessThan(-6.3);
    expect(measureTruePeak(pcm)).toBeLessThanOrEqual(-0.99);
    expect(report.reason).toContain('instead of -6 LUFS');
    expect(report.limited).toBe(true);
  });

  test('a very quiet recording gets at most 40 dB of gain', () => {
    const { report } = master(
      mono(
        noise(4, RATE).map((value) => value * 0.0018),
        RATE,
      ),
      SETTINGS,
    );
    expect(report.gain_db).toBe(40);
    expect(report.reason).toContain('40 dB of gain');
  });

  test('a line too short to measure gets the level of its neighbors, and the report gives the reason', () => {
    const { pcm, report } = master(mono(tone({ hz: 1000, dbfs: -26, seconds: 0.2 }, RATE), RATE), SETTINGS);
    expect(report).toMatchObject({ lufs_before: null, lufs_after: null, limited: false });
    expect(report.reason).toContain('too short');
    // Fades and the guard of the trim reduce the tone slightly below its own level, which is 3 LU below its
    // peak.
    expect(measureTruePeak(pcm)).toBeGreaterThan(-13.5);
    expect(measureTruePeak(pcm)).toBeLessThan(-12.5);
  });

  test('without a target, the loudness stays the same, under the ceiling', () => {
    const quiet = master(speech(), { ...SETTINGS, loudness_lufs: null });
    expect(quiet.report).toMatchObject({ gain_db: 0, limited: false });
    expect(quiet.report.reason).toBeUndefined();
    const hot = master(speech(4, 0.9), { ...SETTINGS, loudness_lufs: null });
    expect(hot.report.limited).toBe(true);
    expect(hot.report.true_peak_dbtp).toBeLessThanOrEqual(-0.99);
  });

  test('silence stays unchanged', () => {
    const { pcm, report } = master(mono(silence(1, RATE), RATE), SETTINGS);
    expect(Math.max(...pcm.channels[0]!)).toBe(0);
    expect(report).toMatchObject({ lufs_after: null, true_peak_dbtp: null });
  });
});

describe('shape', () => {
  test('silence is trimmed and padded', () => {
    const { pcm, report } = master(speech(), SETTINGS);
    const metrics = measureMetrics(pcm);
    expect(report.trimmed_ms).toBeGreaterThan(900);
    expect(metrics.lead_silence_ms).toBeGreaterThanOrEqual(90);
    expect(metrics.lead_silence_ms).toBeLessThanOrEqual(130);
    expect(metrics.truncated_end).toBe(false);
  });

  test('without trimming and padding, the duration stays the same', () => {
    const { pcm, report } = master(speech(), { ...SETTINGS, trim_silence: false, padding_ms: 0 });
    expect(durationMs(pcm)).toBe(5000);
    expect(report.trimmed_ms).toBe(0);
  });

  test('the requested sample rate and channels are applied, and the loudness still meets its target', () => {
    const { pcm } = master(speech(), { ...SETTINGS, sample_rate: 48_000, channels: 2 });
    expect(pcm.sampleRate).toBe(48_000);
    expect(pcm.channels).toHaveLength(2);
    expect(Math.abs(lufs(pcm) + 16)).toBeLessThanOrEqual(0.3);
  });
});

describe('limiter', () => {
  test.each([
    ['speech', stereo(speechLike(2, RATE, 2), RATE)],
    [
      'noise',
      mono(
        noise(1, RATE).map((value) => value * 3),
        RATE,
      ),
    ],
    [
      'a tone between the samples',
      mono(tone({ hz: RATE / 4, dbfs: 3, seconds: 1, phaseDegrees: 45 }, RATE), RATE),
    ],
    ['a click at the very start', mono(join(Float32Array.of(2), silence(0.1, RATE)), RATE)],
    ['a click at the very end', mono(join(silence(0.1, RATE), Float32Array.of(2)), RATE)],
  ])('%s stays under the ceiling', (_name, pcm) => {
    expect(measureTruePeak(limitTruePeak(pcm, -1))).toBeLessThanOrEqual(-1 + 1e-3);
  });

  test('audio under the ceiling stays unchanged', () => {
    const pcm = speech();
    expect(limitTruePeak(pcm, -1)).toBe(pcm);
  });

  test('the audio far from a peak keeps its level', () => {
    const voice = tone({ hz: 300, dbfs: -20, seconds: 2 }, RATE);
    const peaky = voice.slice();
    peaky[RATE] = 1.5;
    const [limited] = limitTruePeak(mono(peaky, RATE), -1).channels;
    expect(limited![1_000]).toBeCloseTo(voice[1_000]!, 4);
    expect(limited![40_000]).toBeCloseTo(voice[40_000]!, 4);
  });
});

describe('delivery', () => {
  test.each([
    ['mp3', 96],
    ['mp3', 48],
    ['ogg', 64],
  ] as const)('%s at %i kbit/s keeps loudness and ceiling after decoding', async (format, bitrate_kbps) => {
    const file = await deliver(speech(), { ...SETTINGS, format, bitrate_kbps, sample_rate: 44_100 });
    expect(Math.abs((file.lufs ?? 0) + 16)).toBeLessThanOrEqual(0.5);
    expect(file.true_peak_dbtp).toBeLessThanOrEqual(-0.95);
    expect(file.report.lufs_after).toBe(file.lufs);
    expect(file).toMatchObject({ format, sample_rate: 44_100, channels: 1 });
  });

  test('a bitrate too low for the ceiling is kept, and the report gives the cost', async () => {
    const file = await deliver(speech(), {
      ...SETTINGS,
      format: 'mp3',
      bitrate_kbps: 32,
      sample_rate: 44_100,
    });
    expect(file.sample_rate).toBe(44_100);
    expect(file.true_peak_dbtp! <= -0.95 || file.report.reason?.includes('raises the peaks')).toBe(true);
  });
});
