import { ProviderError } from './provider-error.ts';

/** A value as an object. Any other value becomes an empty object, because provider data is not trusted. */
export function toObject(value: unknown): Record<string, unknown> {
  const content = Buffer.isBuffer(value) ? parse(value) : value;
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return {};
  return content as Record<string, unknown>;
}

/** A value as a list. Any other value becomes an empty list. */
export function toList(value: unknown): unknown[] {
  const content = Buffer.isBuffer(value) ? parse(value) : value;
  return Array.isArray(content) ? content : [];
}

/**
 * A value as text. Any other value becomes an empty text. Removes what PostgreSQL rejects: NUL and unpaired surrogates.
 */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : '';

/** Bytes that are encoded as text. Node's decoder leaves out what is not valid, which would lose a part of the audio. */
export function decodeBytes(value: unknown, encoding: 'base64' | 'hex'): Buffer {
  const encoded = toText(value).replace(/\s/g, '');
  const bytes = Buffer.from(encoded, encoding);
  let length = encoded.length / 2;
  // Without the padding, which some writers omit.
  if (encoding === 'base64') length = Math.floor((encoded.replace(/={1,2}$/, '').length * 3) / 4);
  if (bytes.length !== length)
    throw new ProviderError('unusable', `The audio in the response is not valid ${encoding}.`);
  return bytes;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
