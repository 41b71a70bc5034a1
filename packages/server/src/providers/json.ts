/** A value as an object. Any other value becomes an empty object, because provider data is not trusted. */
export function objectOf(value: unknown): Record<string, unknown> {
  const parsed = Buffer.isBuffer(value) ? parse(value) : value;
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    ? (parsed as Record<string, unknown>)
    : {};
}

/** A value as a list. Any other value becomes an empty list. */
export function listOf(value: unknown): unknown[] {
  const parsed = Buffer.isBuffer(value) ? parse(value) : value;
  return Array.isArray(parsed) ? parsed : [];
}

/**
 * A value as text. Any other value becomes an empty text. Removes what PostgreSQL rejects: NUL and unpaired surrogates.
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
