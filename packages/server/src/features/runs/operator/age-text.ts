import { countText } from '@voiceloom/text';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Uses the largest unit that fits at least twice, so that rounding changes the value by less than half. */
export function ageText(ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => ms >= 2 * length) ?? ['second', 1_000];
  return countText(Math.max(0, Math.floor(ms / size)), unit);
}
