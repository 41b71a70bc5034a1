import { overLimit } from '@voiceloom/text';
import type { ExportRow } from '../export-line.ts';

/** Counts of values in equal steps. They give shares and quantiles without keeping the values. */
export type Histogram = { step: number; counts: Map<number, number>; total: number };

export type LocaleSummary = ReturnType<typeof createLocale>;
export type ReportSummary = ReturnType<typeof createSummary>;

/** The figures of a report before the first line. */
export function createSummary() {
  return {
    lines: { delivered: 0, dropped: 0, failed: 0, missing: 0, skipped: 0 },
    duration_ms: 0,
    characters: 0,
    credits: 0,
    reused: 0,
    locked: 0,
    retries: 0,
    retried_lines: 0,
    first_time: 0,
    loudness: createHistogram(0.5),
    locales: new Map<string, LocaleSummary>(),
    checks: new Map<string, ReturnType<typeof createCheck>>(),
  };
}

function createLocale(locale: string) {
  return { locale, lines: 0, delivered: 0, duration_ms: 0, rates: createHistogram(0.1) };
}

function createCheck(kind: string) {
  return { kind, statuses: { pass: 0, exhausted: 0, fail: 0, unscored: 0 }, retries: 0 };
}

/** Adds a line to the figures. `file`: null if it has no audio in the export. */
export function addToSummary(summary: ReportSummary, { line, file }: ExportRow): void {
  let duration_ms = 0;
  if (file !== null) duration_ms = line.duration_ms ?? 0;
  summary.lines[line.status] += 1;
  summary.duration_ms += duration_ms;
  summary.characters += line.characters;
  summary.credits += line.credits;
  if (line.reused) summary.reused += 1;
  if (line.reused && line.locked) summary.locked += 1;
  summary.retries += line.retry_count;
  if (line.retry_count > 0) summary.retried_lines += 1;
  if (isPassedFirstTime(line)) summary.first_time += 1;
  if (file !== null) addValue(summary.loudness, line.lufs);
  const locale = summary.locales.get(line.locale_code) ?? createLocale(line.locale_code);
  summary.locales.set(locale.locale, locale);
  locale.lines += 1;
  if (line.status === 'delivered') locale.delivered += 1;
  locale.duration_ms += duration_ms;
  if (file !== null) addValue(locale.rates, line.syllables_per_second);
  for (const verdict of line.verdicts) {
    const check = summary.checks.get(verdict.kind) ?? createCheck(verdict.kind);
    check.statuses[verdict.status] += 1;
    check.retries += verdict.retry_count ?? 0;
    summary.checks.set(verdict.kind, check);
  }
}

/** Whether a line was delivered without a retry, passed all checks and fits its time limit. */
function isPassedFirstTime(line: ExportRow['line']): boolean {
  const isSound = line.verdicts.every(({ status }) => status === 'pass' || status === 'unscored');
  const { duration_ms, max_duration_ms } = line;
  const fits = overLimit({ duration_ms, max_duration_ms }) === null;
  return line.status === 'delivered' && line.retry_count === 0 && isSound && fits;
}

function createHistogram(step: number): Histogram {
  return { step, counts: new Map(), total: 0 };
}

/** Counts the value in its bin. Values beyond 200 are counted with the last one. */
function addValue(histogram: Histogram, value: number | null): void {
  if (value === null || !Number.isFinite(value)) return;
  const bin = Math.round(Math.max(-200, Math.min(200, value)) / histogram.step);
  histogram.counts.set(bin, (histogram.counts.get(bin) ?? 0) + 1);
  histogram.total += 1;
}

/** The value that `share` of all values do not exceed; null without values. */
export function quantile(histogram: Histogram, share: number): number | null {
  let position = 0;
  for (const [bin, count] of [...histogram.counts].sort(([a], [b]) => a - b)) {
    position += count;
    if (position >= share * histogram.total) return Number((bin * histogram.step).toFixed(3));
  }
  return null;
}
