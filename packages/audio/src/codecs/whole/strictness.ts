import { AudioError } from '../../audio-error.ts';

/**
 * How exactly a file must follow its format. `lenient`, for uploads: a file must contain all of the audio that it
 * declares. `strict`, for responses of providers: it must also end where a complete file ends, and contain nothing else,
 * because a stream that broke off shows it in no other way.
 */
export type Strictness = 'strict' | 'lenient';

/** The error of a file that ends too early. */
export function cutShortError(format: string, detail: string): AudioError {
  return new AudioError('broken', `The ${format} file is cut short: ${detail}.`);
}

const MAX_QUOTED_BYTES = 120;

/** The error of bytes that are not part of a file, with their text if they are text. */
export function foreignBytesError(format: string, bytes: Uint8Array): AudioError {
  const start = Buffer.from(bytes.subarray(0, MAX_QUOTED_BYTES)).toString('latin1');
  let ending = '.';
  if (/^[\s\x20-\x7e]+$/.test(start)) ending = `: ${start.replace(/\s+/g, ' ').trim()}`;
  return new AudioError(
    'broken',
    `The ${format} file contains ${bytes.length} bytes that are not part of it${ending}`,
  );
}
