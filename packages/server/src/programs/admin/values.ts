import { Uuid } from '@voiceloom/contract';
import { UsageError } from './command.ts';

export const MAX_ROWS = 1_000;
export const DEFAULT_ROWS = 50;

export function parseId(text: string | undefined, what: string): string {
  const parsed = Uuid.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${what} must be an ID (a UUID), not "${text}".`);
}

export function parseLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_ROWS;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_ROWS) return limit;
  throw new UsageError(`--limit must be a number from 1 to ${MAX_ROWS}.`);
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A duration such as 90s, 30m, 12h or 3d, in milliseconds. */
export function parseDuration(text: string | undefined, option: string): number {
  if (text === undefined) return 0;
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return Number(count) * UNITS[unit as keyof typeof UNITS];
  throw new UsageError(`${option} must be a duration such as 90s, 30m, 12h or 3d.`);
}
