import { decode } from '../codecs/decode.ts';
import { encode } from '../codecs/encode.ts';
import { containerOf, contentTypeOf, isLossy } from '../codecs/formats.ts';
import { G711_SAMPLE_RATE } from '../codecs/g711.ts';
import { OPUS_SAMPLE_RATE } from '../codecs/ogg/encode-opus.ts';
import { type AudioFacts, inspect } from '../measure/inspect.ts';
import { addRoomTone } from '../measure/room-tone.ts';
import type { Pcm } from '../pcm.ts';
import { rounded, roundedOrNull } from '../signal/rounding.ts';
import { type LevelReport, level } from './level.ts';
import { type MasterReport, type MasterSettings, type ShapeReport, shape } from './master.ts';

/** A mastered file; the facts and the report are measured on what a listener decodes. */
export type Delivered = AudioFacts & { bytes: Uint8Array; content_type: string; report: MasterReport };

const PEAK_TOLERANCE_DB = 0.05;
/** How much codecs at usual bitrates raise a limited peak. With this headroom, most files need no second attempt. */
const LOSSY_HEADROOM_DB = 0.5;
/** At low bitrates, the overshoot varies so much that a smaller correction would have no effect. */
const LEAST_CORRECTION_DB = 0.3;
const MAX_ATTEMPTS = 4;

type Attempt = {
  bytes: Uint8Array;
  facts: AudioFacts;
  report: LevelReport;
  over: number;
};

/**
 * Masters and encodes. A lossy codec raises peaks, so this lowers the ceiling of the master until the file meets the
 * limit.
 */
export async function deliver(source: Pcm, requestedSettings: MasterSettings): Promise<Delivered> {
  const settings = atRateOfFormat(requestedSettings);
  const { pcm, report: shaped } = shape(source, settings);
  let ceiling = settings.true_peak_dbtp - (isLossy(settings.format) ? LOSSY_HEADROOM_DB : 0);
  let attempt = await tryCeiling(pcm, settings, ceiling);
  for (let n = 1; n < MAX_ATTEMPTS && attempt.over > PEAK_TOLERANCE_DB; n++) {
    ceiling -= Math.max(LEAST_CORRECTION_DB, attempt.over);
    attempt = await tryCeiling(pcm, settings, ceiling);
  }
  const report = finalReport(attempt, settings, shaped);
  return { ...attempt.facts, bytes: attempt.bytes, content_type: contentTypeOf(settings.format), report };
}

/** Masters at the fixed sample rate of the format, because resampling later would change the level. */
function atRateOfFormat(settings: MasterSettings): MasterSettings {
  const { format } = settings;
  if (format === 'opus') return { ...settings, sample_rate: OPUS_SAMPLE_RATE };
  if (format === 'mulaw' || format === 'alaw') return { ...settings, sample_rate: G711_SAMPLE_RATE };
  return settings;
}

async function tryCeiling(pcm: Pcm, settings: MasterSettings, ceiling: number): Promise<Attempt> {
  const leveled = level(pcm, { ...settings, true_peak_dbtp: ceiling });
  const { room_tone_dbfs: tone = null } = settings;
  const masteredPcm = tone === null ? leveled.pcm : addRoomTone(leveled.pcm, tone);
  const bytes = await encode(masteredPcm, settings);
  const deliveredPcm = isLossy(settings.format) ? (await decode(bytes)).pcm : masteredPcm;
  const facts = inspect(deliveredPcm, containerOf(settings.format));
  const over = (facts.true_peak_dbtp ?? settings.true_peak_dbtp) - settings.true_peak_dbtp;
  return { bytes, facts, report: leveled.report, over };
}

function finalReport(attempt: Attempt, settings: MasterSettings, shaped: ShapeReport): MasterReport {
  const { facts, report, over } = attempt;
  const overshoot = `Encoding as ${settings.format} raises the peaks to ${over.toFixed(1)} dB above the ceiling.`;
  const leveling = report.reason ?? (over > PEAK_TOLERANCE_DB ? overshoot : undefined);
  const reasons = [shaped.reason, leveling].filter((reason) => reason !== undefined);
  const masterReport: MasterReport = {
    lufs_before: roundedOrNull(report.lufs_before),
    lufs_after: facts.lufs,
    true_peak_dbtp: facts.true_peak_dbtp,
    gain_db: rounded(report.gain_db),
    limited: report.limited,
    trimmed_ms: shaped.trimmed_ms,
    time_map: shaped.time_map,
  };
  if (reasons.length === 0) return masterReport;
  return { ...masterReport, reason: reasons.join(' ') };
}
