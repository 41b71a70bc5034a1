import { appendFileSync } from 'node:fs';

/** A number that a benchmark measured. */
export interface Figure {
  /** Unique in its benchmark. */
  name: string;
  value: number;
  /** `ratio`: relative to a peer measured in the same run, so figures of different machines are comparable. */
  unit: string;
  better: 'higher' | 'lower';
  goal?: number | undefined;
  /** Values that explain the figure. */
  detail?: string;
}

export function report(figure: Figure): void {
  const { name, value, unit, goal, better, detail } = figure;
  const met = goal !== undefined && (better === 'higher' ? value >= goal : value <= goal);
  const wanted = unit === 'ratio' ? goal : `${goal} ${unit}`;
  const verdict = goal === undefined ? '' : ` (goal ${wanted}) ${met ? 'met' : 'MISSED'}`;
  console.log(`${name}: ${detail ? `${detail}, ` : ''}${shown(figure)}${verdict}`);
  record(figure);
}

/** The size of a benchmark, from the environment. Figures of different sizes are not comparable. */
export function size(variable: string, usual: number): number {
  const value = Number(process.env[variable] ?? usual);
  write({ size: variable, value });
  return value;
}

/** Passes a figure on to `pnpm bench --save` and `--compare`. */
export function record({ name, value, unit, better }: Figure): void {
  write({ name, value, unit, better });
}

function write(entry: object): void {
  const file = process.env.BENCH_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

function shown({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  return unit === 'ratio' ? `ratio ${rounded(value)}` : `${rounded(value)} ${unit}`;
}

const rounded = (value: number): number =>
  Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));

/** The quantile of the values: the `share` of 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
