import { randomBytes } from 'node:crypto';
import { decryptBytes, encryptBytes, OVERHEAD_BYTES } from './encrypt.ts';

/** A key of the ring, which wraps the data keys of secrets. */
export interface SecretKey {
  id: string;
  key: Buffer;
}

/** A secret could not be decrypted: its key is not in the ring, or the stored bytes were changed or moved. */
export class SecretError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SecretError';
  }
}

/**
 * Envelope encryption: a data key encrypts each secret, and a key of the ring wraps that data key. So a new key of the
 * ring needs no decryption of secrets, only rewrapping. `context` identifies the owner of the secret, which cannot be
 * decrypted for another owner.
 */
export interface Secrets {
  encrypt(secret: string, context: string): Buffer;
  decrypt(ciphertext: Buffer, context: string): string;
  /** Wraps the secret's data key with the first key of the ring, without decrypting the secret. */
  rewrap(ciphertext: Buffer, context: string): Buffer;
  /** The ID of the key that wraps this secret. */
  keyIdOf(ciphertext: Buffer): string;
  /** The ID of the key that wraps new secrets. */
  activeKeyId: string;
  /** Whether the ring has a key with this ID. */
  hasKey(id: string): boolean;
}

const VERSION = 1;
const KEY_BYTES = 32;
const WRAPPED_BYTES = OVERHEAD_BYTES + KEY_BYTES;
/** `2025-key:3q2+7w…==`: the ID and the bytes of a key. */
const ENTRY = /^([A-Za-z0-9_.-]{1,64}):([A-Za-z0-9+/_-]+={0,2})$/;

/** Parses `id:base64,id:base64` with the active key first. Undefined if the text is not a key ring. */
export function parseKeyRing(text: string): SecretKey[] | undefined {
  const ring: SecretKey[] = [];
  for (const entry of text.split(',')) {
    const [, id, encodedKey] = ENTRY.exec(entry.trim()) ?? [];
    if (id === undefined || encodedKey === undefined || ring.some((key) => key.id === id)) return undefined;
    const key = Buffer.from(encodedKey, 'base64');
    if (key.length !== KEY_BYTES) return undefined;
    ring.push({ id, key });
  }
  return ring;
}

/** The first key of the ring wraps. The others only unwrap what they wrapped earlier. */
export function createSecrets(ring: readonly SecretKey[]): Secrets {
  const [activeKey] = ring;
  if (activeKey === undefined) throw new SecretError('The key ring is empty.');
  const unwrap = ({ id, wrapped }: Envelope, context: string): Buffer => {
    const ringKey = ring.find((entry) => entry.id === id);
    if (ringKey === undefined) throw new SecretError(`The key ring has no key ${id}.`);
    return decryptPart(ringKey.key, wrapped, `key/${id}/${context}`);
  };
  const pack = (key: Buffer, content: Buffer, context: string): Buffer => {
    const wrapped = encryptBytes(activeKey.key, key, `key/${activeKey.id}/${context}`);
    const id = Buffer.from(activeKey.id);
    return Buffer.concat([Buffer.from([VERSION, id.length]), id, wrapped, content]);
  };
  return {
    activeKeyId: activeKey.id,
    hasKey: (id) => ring.some((entry) => entry.id === id),
    encrypt(secret, context) {
      const key = randomBytes(KEY_BYTES);
      return pack(key, encryptBytes(key, Buffer.from(secret), `secret/${context}`), context);
    },
    decrypt(ciphertext, context) {
      const envelope = unpack(ciphertext);
      const key = unwrap(envelope, context);
      return decryptPart(key, envelope.content, `secret/${context}`).toString('utf8');
    },
    rewrap(ciphertext, context) {
      const envelope = unpack(ciphertext);
      return pack(unwrap(envelope, context), envelope.content, context);
    },
    keyIdOf: (ciphertext) => unpack(ciphertext).id,
  };
}

interface Envelope {
  id: string;
  wrapped: Buffer;
  content: Buffer;
}

/** Format: version, length of the key's ID, the ID, the wrapped key, the encrypted content. */
function unpack(ciphertext: Buffer): Envelope {
  const start = 2 + (ciphertext[1] ?? 0);
  if (ciphertext[0] !== VERSION || ciphertext.length < start + WRAPPED_BYTES + OVERHEAD_BYTES)
    throw new SecretError('This is not an encrypted secret.');
  const end = start + WRAPPED_BYTES;
  return {
    id: ciphertext.subarray(2, start).toString(),
    wrapped: ciphertext.subarray(start, end),
    content: ciphertext.subarray(end),
  };
}

/** Throws a SecretError if the key or the context is another one than that of the encryption. */
function decryptPart(key: Buffer, ciphertext: Buffer, context: string): Buffer {
  try {
    return decryptBytes(key, ciphertext, context);
  } catch {
    // Without the cause, which adds nothing and might contain secret bytes.
    throw new SecretError(
      'The secret cannot be decrypted: the value of its key in ENCRYPTION_KEYS has changed, or the stored bytes are damaged or belong to another record.',
    );
  }
}
