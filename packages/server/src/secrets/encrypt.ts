import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface EncryptionContext {
  secret: Uint8Array;
  /** The record that the bytes belong to. They cannot be decrypted for another record. */
  context: string;
}

/** Encrypts bytes, so that access to only the database does not reveal them. */
export function encrypt(bytes: Buffer, context: EncryptionContext): Buffer {
  return encryptBytes(deriveKey(context), bytes);
}

export function decrypt(ciphertext: Buffer, context: EncryptionContext): Buffer {
  return decryptBytes(deriveKey(context), ciphertext);
}

/** Each context has its own key, so a ciphertext cannot be moved to another place. */
function deriveKey({ secret, context }: EncryptionContext): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', context, 32));
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The number of bytes that encryption adds. */
export const OVERHEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** AES-256-GCM: nonce, tag, ciphertext. `context` is authenticated but not stored. */
export function encryptBytes(key: Buffer, bytes: Buffer, context = ''): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Throws if the bytes were changed, or were encrypted with another key or context. */
export function decryptBytes(key: Buffer, bytes: Buffer, context = ''): Buffer {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, OVERHEAD_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(OVERHEAD_BYTES)), decipher.final()]);
}
