import { hash, randomBytes } from 'node:crypto';
import { encodeBase62 } from './base62.ts';

/** A new bearer token with the hash to store. With 256 random bits, a fast hash is as good as a slow one. */
export function newToken(prefix = ''): { token: string; token_hash: Buffer } {
  const token = prefix + encodeBase62(randomBytes(32));
  return { token, token_hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
