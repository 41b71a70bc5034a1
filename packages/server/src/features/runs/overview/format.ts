const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export function formatCount(value: number): string {
  return whole.format(value);
}

export function formatScore(value: number): string {
  return tenths.format(value);
}

export function formatPercent(fraction: number): string {
  return `${tenths.format(fraction * 100)} %`;
}

export function formatFactor(value: number): string {
  return `${tenths.format(value)}×`;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** `480 ms`, `12.3 s`, `3 min 04 s`, `2 h 05 min`: three digits are enough to read. */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${whole.format(ms)} ms`;
  if (ms < MINUTE) return `${tenths.format(Math.floor(ms / 100) / 10)} s`;
  const [large, small] = ms < HOUR ? [MINUTE, SECOND] : [HOUR, MINUTE];
  const rest = String(Math.floor((ms % large) / small)).padStart(2, '0');
  const units = ms < HOUR ? ['min', 's'] : ['h', 'min'];
  return `${whole.format(Math.floor(ms / large))} ${units[0]} ${rest} ${units[1]}`;
}
