import { fadeEdges } from './fade.ts';
import type { AudioFormat } from './formats.ts';
import { type LevelReport, type LevelSettings, level } from './level.ts';
import { convertChannels, durationMs, type Pcm, padPcm, samplesOf } from './pcm.ts';
import { resample } from './resample.ts';
import { trimSilence } from './trim.ts';

type ShapeSettings = {
  trim_silence: boolean;
  /** Silence put before and after the speech. */
  padding_ms: number;
  fade_ms: number;
  /** null keeps the rate of the source. */
  sample_rate: number | null;
  /** null keeps the channels of the source. */
  channels: 1 | 2 | null;
};

export type MasterSettings = ShapeSettings &
  LevelSettings & {
    format: AudioFormat;
    /** For mp3 and ogg; null takes the default of the format. */
    bitrate_kbps: number | null;
  };

export type MasterReport = LevelReport & { trimmed_ms: number };

export function master(
  pcm: Pcm,
  settings: ShapeSettings & LevelSettings,
): { pcm: Pcm; report: MasterReport } {
  const shaped = shape(pcm, settings);
  const leveled = level(shaped.pcm, settings);
  return { pcm: leveled.pcm, report: { ...leveled.report, trimmed_ms: shaped.trimmed_ms } };
}

/** Fades come before the padding: they smooth the cut edges, and inside silence they would do nothing. */
export function shape(pcm: Pcm, settings: ShapeSettings): { pcm: Pcm; trimmed_ms: number } {
  const trimmed = settings.trim_silence ? trimSilence(pcm) : pcm;
  const padding = samplesOf(settings.padding_ms, pcm.sampleRate);
  const padded = padPcm(fadeEdges(trimmed, settings.fade_ms), padding, padding);
  const mixed = settings.channels === null ? padded : convertChannels(padded, settings.channels);
  return {
    pcm: settings.sample_rate === null ? mixed : resample(mixed, settings.sample_rate),
    trimmed_ms: durationMs(pcm) - durationMs(trimmed),
  };
}
