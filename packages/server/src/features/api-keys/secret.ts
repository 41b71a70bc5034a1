import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BASE62 } from '../../secrets/base62.ts';

const RANDOM_LENGTH = 26;
const CHECKSUM_LENGTH = 6;

/** A new random key, with what is stored of it: the start and end that people see, and its hash. */
export function newSecret(prefix: string) {
  const start = `${prefix}_live_`;
  const digits = Array.from({ length: RANDOM_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length)));
  const random = digits.join('');
  const api_key = start + random + checksum(start + random);
  return {
    api_key,
    key_prefix: start + random.slice(0, 4),
    key_suffix: api_key.slice(-4),
    key_hash: hashSecret(api_key),
  };
}

/** Keys have 154 random bits, so a fast hash is as good as a slow one. */
export function hashSecret(apiKey: string): Buffer {
  return hash('sha256', apiKey, 'buffer');
}

/** Whether a credential looks like an API key of any type, even a malformed one. */
export function looksLikeApiKey(credential: string): boolean {
  return /^[A-Za-z0-9]+_(?:live|test|public)_/.test(credential);
}

/** Rejects mistyped and invented keys without a query. */
export function isWellFormed(credential: string, prefix: string): boolean {
  const start = `${prefix}_live_`;
  if (!credential.startsWith(start)) return false;
  const body = credential.slice(start.length);
  if (!/^[0-9A-Za-z]{32}$/.test(body)) return false;
  return body.slice(RANDOM_LENGTH) === checksum(start + body.slice(0, RANDOM_LENGTH));
}

/** The CRC-32 in base 62, with six digits. */
function checksum(text: string): string {
  let remainder = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = BASE62.charAt(remainder % BASE62.length) + digits;
    remainder = Math.floor(remainder / BASE62.length);
  }
  return digits;
}
