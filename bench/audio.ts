/** Seconds of audio per CPU second for each step of the audio room, on speech-like sound of 22,050 Hz mono. */
import { decode } from '../packages/server/src/audio/decode.ts';
import { deliver } from '../packages/server/src/audio/deliver.ts';
import { encode } from '../packages/server/src/audio/encode.ts';
import { AUDIO_FORMATS } from '../packages/server/src/audio/formats.ts';
import { inspect } from '../packages/server/src/audio/inspect.ts';
import { measureLoudness } from '../packages/server/src/audio/loudness.ts';
import { master } from '../packages/server/src/audio/master.ts';
import { measureMetrics } from '../packages/server/src/audio/metrics.ts';
import { resample } from '../packages/server/src/audio/resample.ts';
import { measureTruePeak } from '../packages/server/src/audio/true-peak.ts';
import { mono, speechLike } from '../packages/server/test/audio/support/signals.ts';

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
  const perLine = ((cpuSeconds / ROUNDS) * 1000).toFixed(1);
  console.log(
    `${name.padEnd(28)} ${((SECONDS * ROUNDS) / cpuSeconds).toFixed(0).padStart(7)} x/cpu ${perLine.padStart(8)} ms`,
  );
}

const line = mono(speechLike(SECONDS, 22_050), 22_050);
await measure('loudness', () => measureLoudness(line));
await measure('true peak', () => measureTruePeak(line));
await measure('metrics', () => measureMetrics(line));
await measure('inspect', () => inspect(line, 'wav'));
await measure('resample to 48 kHz', () => resample(line, 48_000));
await measure('master, loud (-14 LUFS)', () => master(line, { ...settings, loudness_lufs: -14 }));
await measure('master, quiet (-30 LUFS)', () => master(line, { ...settings, loudness_lufs: -30 }));
for (const format of AUDIO_FORMATS) {
  const bytes = await encode(line, { format, bitrate_kbps: null });
  await measure(`encode ${format}`, () => encode(line, { format, bitrate_kbps: null }));
  await measure(`decode ${format}`, () => decode(bytes));
  await measure(`master and deliver ${format}`, () => deliver(line, { ...settings, format }));
}
