import { InputError } from '../errors/errors.ts';

/** Bytes in lowercase hexadecimal. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 in lowercase hexadecimal. */
export const sha256Of = async (bytes: BufferSource): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

/** A UUID (RFC 9562) of this version, made of 16 bytes. */
export function uuidOf(bytes: Uint8Array, version: 4 | 5): string {
  const id = bytes.slice(0, 16);
  id[6] = ((id[6] ?? 0) & 0x0f) | (version << 4);
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80;
  // Hyphens after 8, 12, 16 and 20 digits.
  return hexOf(id).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A random UUID, even on pages without https, where `crypto.randomUUID` is missing. */
export const randomUuid = (): string => uuidOf(crypto.getRandomValues(new Uint8Array(16)), 4);

/** A unique key. `crypto.randomUUID` is missing on pages without https. */
export const randomKey = (): string =>
  crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-');

/** The chunks as a web stream, which can be read once. */
export function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const reading = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reading.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await reading.return?.();
    },
  });
}

/** `body` as JSON, or undefined. Throws InputError for values that cannot be serialized. */
export function bodyText(body: unknown): string | undefined {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new InputError(`The body cannot be sent as JSON: ${(error as Error).message}`);
  }
}
