import { createHash, randomBytes } from 'node:crypto';
import { encodeBase62 } from '../../secrets/base62.ts';

/** 256 random bits, so a fast hash is as good as a slow one. */
export function newInviteToken(): { token: string; token_hash: Buffer } {
  const token = encodeBase62(randomBytes(32));
  return { token, token_hash: hashInviteToken(token) };
}

export function hashInviteToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
