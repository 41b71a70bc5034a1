/** A value as an object, or an empty one: provider data is never trusted. */
export function objectOf(value: unknown): Record<string, unknown> {
  const parsed = Buffer.isBuffer(value) ? parse(value) : value;
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    ? (parsed as Record<string, unknown>)
    : {};
}

/** A value as a list, or an empty one. */
export function listOf(value: unknown): unknown[] {
  const parsed = Buffer.isBuffer(value) ? parse(value) : value;
  return Array.isArray(parsed) ? parsed : [];
}

/**
 * A value as text; everything else is an empty text. Removes what PostgreSQL rejects: NUL and unpaired
 * surrogates.
 */
export const text = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : '';

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
