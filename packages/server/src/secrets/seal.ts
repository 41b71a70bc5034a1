import { hkdfSync } from 'node:crypto';
import { decryptBytes, encryptBytes } from './aes-gcm.ts';

export interface SealContext {
  secret: Uint8Array;
  /** What the bytes belong to: encrypted for one thing, they cannot be decrypted as another. */
  context: string;
}

/** Encrypts bytes, so that the database alone does not reveal them. */
export function seal(bytes: Buffer, context: SealContext): Buffer {
  return encryptBytes(keyOf(context), bytes);
}

export function decrypt(sealed: Buffer, context: SealContext): Buffer {
  return decryptBytes(keyOf(context), sealed);
}

function keyOf({ secret, context }: SealContext): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', context, 32));
}
