import { decode } from '../codecs/decode.ts';
import { encode } from '../codecs/encode.ts';
import { type AudioFormat, getContainer, getContentType, isLossy } from '../codecs/formats.ts';
import { G711_SAMPLE_RATE } from '../codecs/g711.ts';
import { OPUS_SAMPLE_RATE } from '../codecs/ogg/encode-opus.ts';
import { type AudioFacts, inspect } from '../measure/inspect.ts';
import { addRoomTone } from '../measure/room-tone.ts';
import type { Pcm } from '../pcm.ts';
import { round, roundOrNull } from '../signal/rounding.ts';
import { type LevelReport, level } from './level.ts';
import { type MasterReport, type MasterSettings, type ShapeReport, shape } from './master.ts';

/** The facts and the report of a mastered file, measured on what a listener decodes. */
export type MasterFacts = AudioFacts & { content_type: string; report: MasterReport };
export type DeliveredFile = MasterFacts & { bytes: Uint8Array };

/** How to finish audio: in memory, or as a stream. */
export interface Delivery<Audio, File> {
  level(audio: Audio, settings: MasterSettings): { pcm: Audio; report: LevelReport };
  addRoomTone(audio: Audio, levelDbfs: number): Audio;
  encode(audio: Audio, settings: MasterSettings): Promise<File>;
  /** Measures what a listener hears. */
  inspect(audio: Audio, file: File, settings: MasterSettings): Promise<AudioFacts>;
}

const PEAK_TOLERANCE_DB = 0.05;
/** How much codecs at usual bitrates raise a limited peak. With this headroom, most files need no second attempt. */
const LOSSY_HEADROOM_DB = 0.5;
/** At low bitrates, the overshoot varies so much that a smaller correction would have no effect. */
const MIN_CORRECTION_DB = 0.3;
const MAX_ATTEMPTS = 4;

/** Masters at the fixed sample rate of the format, because resampling later would change the level. */
const FIXED_SAMPLE_RATES: Partial<Record<AudioFormat, number>> = {
  opus: OPUS_SAMPLE_RATE,
  mulaw: G711_SAMPLE_RATE,
  alaw: G711_SAMPLE_RATE,
};

const IN_MEMORY: Delivery<Pcm, Uint8Array> = {
  level,
  addRoomTone,
  encode,
  inspect: async (mastered, bytes, { format }) =>
    inspect(isLossy(format) ? (await decode(bytes)).pcm : mastered, getContainer(format)),
};

/** Masters and encodes in memory. */
export async function deliver(source: Pcm, requestedSettings: MasterSettings): Promise<DeliveredFile> {
  const settings = withFixedRate(requestedSettings);
  const { pcm, report } = shape(source, settings);
  const { file, ...facts } = await finish(pcm, { settings, shapeReport: report }, IN_MEMORY);
  return { ...facts, bytes: file };
}

/** The settings with the only sample rate that the format has, if so. */
export function withFixedRate(settings: MasterSettings): MasterSettings {
  return { ...settings, sample_rate: FIXED_SAMPLE_RATES[settings.format] ?? settings.sample_rate };
}

/**
 * Levels and encodes audio that has its final shape. A lossy codec raises peaks, so this lowers the ceiling of the master
 * until the file meets the limit.
 */
export async function finish<Audio, File>(
  shaped: Audio,
  { settings, shapeReport }: { settings: MasterSettings; shapeReport: ShapeReport },
  delivery: Delivery<Audio, File>,
): Promise<MasterFacts & { file: File }> {
  const { format, true_peak_dbtp, room_tone_dbfs = null } = settings;
  /** The file with the peaks of the master below a ceiling, and how far its own peaks are above the limit. */
  const tryCeiling = async (ceiling: number) => {
    const { pcm: leveled, report } = delivery.level(shaped, { ...settings, true_peak_dbtp: ceiling });
    const mastered = room_tone_dbfs === null ? leveled : delivery.addRoomTone(leveled, room_tone_dbfs);
    const file = await delivery.encode(mastered, settings);
    const facts = await delivery.inspect(mastered, file, settings);
    return { file, facts, report, overDb: (facts.true_peak_dbtp ?? true_peak_dbtp) - true_peak_dbtp };
  };
  let ceiling = true_peak_dbtp - (isLossy(format) ? LOSSY_HEADROOM_DB : 0);
  let attempt = await tryCeiling(ceiling);
  for (let attempts = 1; attempts < MAX_ATTEMPTS && attempt.overDb > PEAK_TOLERANCE_DB; attempts++) {
    ceiling -= Math.max(MIN_CORRECTION_DB, attempt.overDb);
    attempt = await tryCeiling(ceiling);
  }

  const { file, facts, report: levelReport, overDb } = attempt;
  const report: MasterReport = {
    lufs_before: roundOrNull(levelReport.lufs_before),
    lufs_after: facts.lufs,
    true_peak_dbtp: facts.true_peak_dbtp,
    gain_db: round(levelReport.gain_db),
    limited: levelReport.limited,
    trimmed_ms: shapeReport.trimmed_ms,
    time_map: shapeReport.time_map,
  };
  const reasons: string[] = [];
  if (shapeReport.reason !== undefined) reasons.push(shapeReport.reason);
  if (levelReport.reason !== undefined) reasons.push(levelReport.reason);
  else if (overDb > PEAK_TOLERANCE_DB)
    reasons.push(`Encoding as ${format} raises the peaks to ${overDb.toFixed(1)} dB above the ceiling.`);
  if (reasons.length > 0) report.reason = reasons.join(' ');
  return { ...facts, file, content_type: getContentType(format), report };
}
