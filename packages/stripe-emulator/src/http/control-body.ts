type Body = Record<string, unknown>;

/** `to`: a time; or `days` and `ms`: a distance. */
export function moment(body: Body): Date | number {
  if (body.to !== undefined) {
    const to = new Date(text(body.to) ?? Number.NaN);
    if (Number.isNaN(to.getTime())) throw new RangeError('`to` must be a time such as 2027-01-31T00:00:00Z.');
    return to;
  }
  const [days, ms] = [number(body, 'days'), number(body, 'ms')];
  if (days === undefined && ms === undefined) throw new RangeError('Say `to`, `days` or `ms`.');
  const distance = (days ?? 0) * 86_400_000 + (ms ?? 0);
  if (distance <= 0)
    throw new RangeError('The clock only goes forward: `days` and `ms` together must be more than 0.');
  return distance;
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const MOST = 1_000;

/** Undefined where it is left out; a `count` is a whole number that can be counted down from. */
export function number(body: Body, name: string, kind?: 'count'): number | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new RangeError(`\`${name}\` must be a number.`);
  if (kind === 'count' && !(Number.isInteger(value) && value >= 0 && value <= MOST))
    throw new RangeError(`\`${name}\` must be a whole number from 0 to ${MOST}.`);
  return value;
}

export function optional<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: T };
}
