import { ProviderError } from './provider-error.ts';

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

/** Bytes that are written as text. Node's decoder leaves out what is not valid, which would lose a part of the audio. */
export function bytesIn(value: unknown, encoding: 'base64' | 'hex'): Buffer {
  const written = text(value).replace(/\s/g, '');
  const bytes = Buffer.from(written, encoding);
  const length = encoding === 'hex' ? written.length / 2 : Math.floor((lengthOfBase64(written) * 3) / 4);
  if (bytes.length !== length)
    throw new ProviderError('unusable', `The audio in the response is not valid ${encoding}.`);
  return bytes;
}

/** Without the padding, which some writers omit. */
function lengthOfBase64(written: string): number {
  if (written.endsWith('==')) return written.length - 2;
  return written.endsWith('=') ? written.length - 1 : written.length;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
