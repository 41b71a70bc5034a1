import type { ExportRow } from './export-line.ts';

type Measure = 'rate' | 'loudness' | 'pitch';

/** A line that does not sound like the others of its voice. */
export type Outlier = {
  measure: Measure;
  voice: string;
  locale: string;
  line_id: string;
  value: number;
  mean: number;
  /** Distance from the mean of the voice in standard deviations. */
  z: number;
};

type Point = { line_id: string; value: number };

/** The measurements of every voice in every locale; only the most extreme lines are kept. */
export type OutlierSearch = Map<string, ReturnType<typeof createGroup>>;

// `outlierLines` in features/runs/aggregates.ts has the same rule in SQL: change both.
/** With fewer lines, the deviation is not reliable. Of ten lines, one can be at most 2.8 deviations away. */
const MIN_LINES = 10;
const MIN_Z = 2.5;
/** The smallest audible distance from the mean. In a very even batch, a line within it is not an outlier. */
const AUDIBLE: Record<Measure, (mean: number) => number> = {
  rate: (mean) => mean * 0.15,
  loudness: () => 1,
  // A semitone and a half.
  pitch: (mean) => mean * (2 ** (1.5 / 12) - 1),
};
const MAX_POINTS = 20;
const MEASURES = ['rate', 'loudness', 'pitch'] as const;

export function createOutlierSearch(): OutlierSearch {
  return new Map();
}

/** Adds the measurements of a delivered line to those of its voice and locale. */
export function addToSearch(search: OutlierSearch, { line, file }: ExportRow): void {
  const { voice_name: voice, locale_code: locale, line_id } = line;
  if (file === null || voice === null) return;
  const key = `${voice}\u0000${locale}`;
  const group = search.get(key) ?? createGroup(voice, locale);
  search.set(key, group);
  const values = { rate: line.syllables_per_second, loudness: line.lufs, pitch: line.pitch_median_hz };
  for (const measure of MEASURES) {
    const value = values[measure];
    if (value === null || !Number.isFinite(value)) continue;
    // Mean and variance in one pass, by Welford's method.
    const series = group.series[measure];
    series.count += 1;
    const distance = value - series.mean;
    series.mean += distance / series.count;
    series.squares += distance * (value - series.mean);
    const point = { line_id, value };
    addExtreme(series.low, point, (one, other) => one.value - other.value);
    addExtreme(series.high, point, (one, other) => other.value - one.value);
  }
}

/** The series of one voice in one language. */
function createGroup(voice: string, locale: string) {
  return { voice, locale, series: { rate: emptySeries(), loudness: emptySeries(), pitch: emptySeries() } };
}

/** `squares`: the sum of the squared distances from the mean. `low` and `high`: the most extreme lines, farthest first. */
function emptySeries() {
  return { count: 0, mean: 0, squares: 0, low: [] as Point[], high: [] as Point[] };
}

/** Keeps the first `MAX_POINTS` points in this order. */
function addExtreme(points: Point[], point: Point, order: (one: Point, other: Point) => number): void {
  const last = points.at(-1);
  if (points.length >= MAX_POINTS && last && order(point, last) >= 0) return;
  points.push(point);
  points.sort(order);
  if (points.length > MAX_POINTS) points.pop();
}

/** The outliers of all voices, the farthest first. */
export function findOutliers(search: OutlierSearch): Outlier[] {
  const outliers: Outlier[] = [];
  for (const { voice, locale, series } of search.values()) {
    for (const measure of MEASURES) {
      const { count, mean, squares, low, high } = series[measure];
      const deviation = Math.sqrt(squares / (count - 1));
      if (count < MIN_LINES || deviation === 0) continue;
      const minDistance = Math.max(MIN_Z * deviation, AUDIBLE[measure](mean));
      for (const { line_id, value } of new Set([...low, ...high])) {
        if (Math.abs(value - mean) <= minDistance) continue;
        outliers.push({ measure, voice, locale, line_id, value, mean, z: (value - mean) / deviation });
      }
    }
  }
  return outliers.sort((one, other) => Math.abs(other.z) - Math.abs(one.z));
}
