/** Seconds of audio per CPU second for each step of the audio room, on speech-like sound of 22,050 Hz mono. */
import { decode } from '../packages/audio/src/codecs/decode.ts';
import { encode } from '../packages/audio/src/codecs/encode.ts';
import { AUDIO_FORMATS } from '../packages/audio/src/codecs/formats.ts';
import { deliver } from '../packages/audio/src/master/deliver.ts';
import { level } from '../packages/audio/src/master/level.ts';
import { shape } from '../packages/audio/src/master/master.ts';
import { inspect } from '../packages/audio/src/measure/inspect.ts';
import { measureLoudness } from '../packages/audio/src/measure/loudness.ts';
import { measureMetrics } from '../packages/audio/src/measure/metrics.ts';
import { measureTruePeak } from '../packages/audio/src/measure/true-peak.ts';
import { resample } from '../packages/audio/src/signal/resample.ts';
import { mono, speechLike } from '../packages/audio/test/support/signals.ts';
import { report } from './support/figures.ts';

const SECONDS = 4;
const ROUNDS = 25;
const settings = {
  trim_silence: true,
  padding_ms: 100,
  loudness_lufs: -16,
  true_peak_dbtp: -1,
  fade_ms: 5,
  sample_rate: 44_100,
  channels: 1,
  bitrate_kbps: null,
} as const;

async function measure(name: string, work: () => unknown): Promise<void> {
  for (let i = 0; i < 3; i++) await work();
  const start = process.cpuUsage();
  for (let i = 0; i < ROUNDS; i++) await work();
  const { user, system } = process.cpuUsage(start);
  const cpuSeconds = (user + system) / 1e6;
  const detail = `${((cpuSeconds / ROUNDS) * 1000).toFixed(1)} ms`;
  report({ name, detail, value: (SECONDS * ROUNDS) / cpuSeconds, unit: 's/CPU s', better: 'higher' });
}

const samples = speechLike(SECONDS, 22_050);
/** New audio each time, because measurements are cached per object. */
const newLine = () => mono(samples, 22_050);
await measure('loudness', () => measureLoudness(newLine()));
await measure('true peak', () => measureTruePeak(newLine()));
await measure('metrics', () => measureMetrics(newLine()));
await measure('inspect', () => inspect(newLine(), 'wav'));
await measure('resample to 48 kHz', () => resample(newLine(), 48_000));
const mastered = (loudness_lufs: number) =>
  level(shape(newLine(), settings).pcm, { ...settings, loudness_lufs });
await measure('master, loud (-14 LUFS)', () => mastered(-14));
await measure('master, quiet (-30 LUFS)', () => mastered(-30));
for (const format of AUDIO_FORMATS) {
  const bytes = await encode(newLine(), { format, bitrate_kbps: null });
  await measure(`encode ${format}`, () => encode(newLine(), { format, bitrate_kbps: null }));
  await measure(`decode ${format}`, () => decode(bytes));
  await measure(`master and deliver ${format}`, () => deliver(newLine(), { ...settings, format }));
}
