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
  decrypt(encrypted: Buffer, context: string): string;
  /** Wraps the secret's data key with the first key of the ring, without decrypting the secret. */
  rewrap(encrypted: Buffer, context: string): Buffer;
  /** The ID of the key that wraps this secret. */
  keyIdOf(encrypted: Buffer): string;
  /** The ID of the key that wraps new secrets. */
  activeKeyId: string;
  /** Whether the ring has a key with this ID. */
  hasKey(id: string): boolean;
}

const VERSION = 1;
const KEY_BYTES = 32;
const WRAPPED_BYTES = OVERHEAD_BYTES + KEY_BYTES;
const ENTRY = /^([A-Za-z0-9_.-]{1,64}):([A-Za-z0-9+/_-]+={0,2})$/;

/** Parses `id:base64,id:base64` with the active key first. Undefined if the text is not a key ring. */
export function parseKeyRing(text: string): SecretKey[] | undefined {
  const ring: SecretKey[] = [];
  for (const entry of text.split(',')) {
    const [, id, encoded] = ENTRY.exec(entry.trim()) ?? [];
    if (id === undefined || encoded === undefined || ring.some((other) => other.id === id)) return undefined;
    const key = Buffer.from(encoded, 'base64');
    if (key.length !== KEY_BYTES) return undefined;
    ring.push({ id, key });
  }
  return ring;
}

/** The first key of the ring wraps. The others only unwrap what they wrapped earlier. */
export function createSecrets(ring: readonly SecretKey[]): Secrets {
  const [active] = ring;
  if (active === undefined) throw new SecretError('The key ring is empty.');
  const unwrap = ({ id, wrapped }: Envelope, context: string): Buffer => {
    const ringKey = ring.find((entry) => entry.id === id);
    if (ringKey === undefined) throw new SecretError(`The key ring has no key ${id}.`);
    return decryptPart(ringKey.key, wrapped, `key/${id}/${context}`);
  };
  const pack = (key: Buffer, content: Buffer, context: string): Buffer => {
    const wrapped = encryptBytes(active.key, key, `key/${active.id}/${context}`);
    const id = Buffer.from(active.id);
    return Buffer.concat([Buffer.from([VERSION, id.length]), id, wrapped, content]);
  };
  return {
    activeKeyId: active.id,
    hasKey: (id) => ring.some((entry) => entry.id === id),
    encrypt(secret, context) {
      const key = randomBytes(KEY_BYTES);
      return pack(key, encryptBytes(key, Buffer.from(secret), `secret/${context}`), context);
    },
    decrypt(encrypted, context) {
      const envelope = unpack(encrypted);
      const key = unwrap(envelope, context);
      return decryptPart(key, envelope.content, `secret/${context}`).toString('utf8');
    },
    rewrap(encrypted, context) {
      const envelope = unpack(encrypted);
      return pack(unwrap(envelope, context), envelope.content, context);
    },
    keyIdOf: (encrypted) => unpack(encrypted).id,
  };
}

interface Envelope {
  id: string;
  wrapped: Buffer;
  content: Buffer;
}

/** Format: version, length of the key's ID, the ID, the wrapped key, the encrypted content. */
function unpack(encrypted: Buffer): Envelope {
  const start = 2 + (encrypted[1] ?? 0);
  if (encrypted[0] !== VERSION || encrypted.length < start + WRAPPED_BYTES + OVERHEAD_BYTES)
    throw new SecretError('This is not an encrypted secret.');
  const end = start + WRAPPED_BYTES;
  return {
    id: encrypted.subarray(2, start).toString(),
    wrapped: encrypted.subarray(start, end),
    content: encrypted.subarray(end),
  };
}

function decryptPart(key: Buffer, encrypted: Buffer, context: string): Buffer {
  try {
    return decryptBytes(key, encrypted, context);
  } catch {
    // Without the cause, which adds nothing and might contain secret bytes.
    throw new SecretError(
      'The secret cannot be decrypted: the value of its key in ENCRYPTION_KEYS has changed, or the stored bytes are damaged or belong to another record.',
    );
  }
}
