import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, so a fast hash is as good as a slow one. */
export function newInviteToken(): { token: string; token_hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, token_hash: hashInviteToken(token) };
}

export function hashInviteToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
