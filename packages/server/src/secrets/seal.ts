import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SealContext {
  secret: Uint8Array;
  /** What the bytes belong to: sealed for one thing, they cannot be opened as another. */
  context: string;
}

/** Encrypts bytes, so that the database alone does not reveal them. */
export function seal(bytes: Buffer, context: SealContext): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(context), nonce, { authTagLength: TAG_BYTES });
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

export function decrypt(sealed: Buffer, context: SealContext): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(context), nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

function keyOf({ secret, context }: SealContext): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', context, 32));
}
