import { type DiffPart, overLimit } from '@voiceloom/text';
import type { ExportRow, ExportVerdict } from '../export-line.ts';
import { rounded } from '../manifest.ts';
import { findPickup } from '../pickups.ts';
import { checkName, formatNumber } from './format.ts';

const PEAK_COUNT = 110;
const LEVELS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHUNK_LENGTH = 256 * 1024;
const DIFF_SIGNS: Readonly<Record<DiffPart['op'], string>> = {
  match: '=',
  homophone: '~',
  substitute: '!',
  insert: '+',
  delete: '-',
};

/** Collects lines into script elements that the page parses, each of bounded length. */
export function createLinesScriptWriter(): {
  add: (row: ExportRow) => string | null;
  flush: () => string | null;
} {
  let lines: string[] = [];
  let length = 0;
  const flush = () => {
    if (lines.length === 0) return null;
    const chunk = `<script type="application/json" class="lines">[${lines.join(',\n')}]</script>\n`;
    lines = [];
    length = 0;
    return chunk;
  };
  const add = (row: ExportRow) => {
    const text = embedJson(pageLine(row));
    lines.push(text);
    length += text.length;
    if (length < CHUNK_LENGTH) return null;
    return flush();
  };
  return { add, flush };
}

/** JSON inside a script element: without `<` nothing in it can end the element or open a comment. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/**
 * A line in the short form that the script of the report reads. Leaves out empty values, because a report can have
 * many lines.
 */
function pageLine({ line, file }: ExportRow): Record<string, unknown> {
  // The page adds what people decided, because they can change it there.
  const { decision: _, reviewed, ...undecided } = line;
  const { reasons, details } = findPickup(undecided, []);
  const facts: Record<string, unknown> = {
    id: line.line_id,
    index: line.line_index,
    locale: line.locale_code,
    character: line.character_name,
    script: line.script,
    source: line.source_line_id,
    original: line.source,
    longest: line.max_duration_ms,
    max_characters: line.max_characters,
    over: line.status === 'delivered' ? overLimit(line) : null,
    notes: line.notes,
    direction: line.direction,
    picks: reasons.length === 0 ? null : reasons,
    why: details.length === 0 ? null : details,
    status: line.status,
    reason: line.reason,
    file,
    duration: line.duration_ms,
    lufs: rounded(line.lufs, 1),
    method: line.loudness_method,
    integrated: rounded(line.integrated_lufs ?? null, 1),
    peak: rounded(line.true_peak_dbtp, 1),
    rate: rounded(line.syllables_per_second, 1),
    voice: line.voice_name,
    model: [line.provider, line.model].filter(Boolean).join(' / ') || null,
    retries: line.retry_count || null,
    reused: line.reused || null,
    locked: line.locked || null,
    // Never the reason, the note or a name: reports leave the workspace.
    decided: reviewed
      ? { decision: reviewed.decision, version: reviewed.version, audio_id: reviewed.audio_id }
      : null,
    credits: line.credits || null,
    wave: file === null || line.peaks.length === 0 ? null : encodePeaks(line.peaks),
    checks: line.verdicts.map(toPageCheck),
  };
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** A verdict with its evidence and comparison. Arrays, because a page can have thousands. */
function toPageCheck({ kind, status, score, threshold, reason, evidence = [], diff = [] }: ExportVerdict) {
  const measurements = evidence.map((item) => {
    const figure = [formatNumber(item.value, 2), item.unit].filter((part) => part !== null);
    const measurement = [checkName(item.metric), figure.join(' '), Number(item.passed)];
    if (item.start_ms === null) return measurement;
    return [...measurement, item.start_ms, item.end_ms];
  });
  const check = [checkName(kind), status, rounded(score, 1), threshold, reason, measurements];
  if (diff.length === 0) return check;
  // Kind, script, transcript, and times if known. Matching text is written once.
  const parts = diff.map(({ op, script, transcript, start_ms, end_ms }) => {
    const part: (string | number)[] = [DIFF_SIGNS[op], script, ''];
    if (op !== 'match') part[2] = transcript;
    if (start_ms !== null && end_ms !== null) part.push(start_ms, end_ms);
    return part;
  });
  return [...check, parts];
}

/** At most 110 peaks, one letter each: 0 is silence, z is full scale. */
export function encodePeaks(peaks: readonly number[]): string {
  const count = Math.min(PEAK_COUNT, peaks.length);
  let text = '';
  for (let bar = 0; bar < count; bar += 1) {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    let loudest = 0;
    for (let at = from; at < to; at += 1) loudest = Math.max(loudest, Math.abs(peaks[at] ?? 0));
    text += LEVELS[Math.min(LEVELS.length - 1, Math.round(loudest * (LEVELS.length - 1)))] ?? '0';
  }
  return text;
}
