import { randomBytes } from 'node:crypto';
import { decryptBytes, encryptBytes, OVERHEAD_BYTES } from './seal.ts';

/** A key of the ring: it wraps the keys that encrypt the secrets. */
export interface SecretKey {
  id: string;
  key: Buffer;
}

/** A secret could not be decrypted: its key is not in the ring, or it was changed or moved. */
export class SecretError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SecretError';
  }
}

/**
 * Envelope encryption: each secret is encrypted with its own key, and a key of the ring wraps that key. So a new key of
 * the ring rewraps keys without decrypting secrets. `context` names what the secret belongs to: encrypted for one thing,
 * it cannot be decrypted as another.
 */
export interface Secrets {
  seal(secret: string, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
  /** Wraps the secret's data key with the first key of the ring. The secret itself is not decrypted. */
  rewrap(sealed: Buffer, context: string): Buffer;
  /** The id of the key that wraps it. */
  keyIdOf(sealed: Buffer): string;
  /** The id of the key that wraps new ones. */
  activeKeyId: string;
}

const VERSION = 1;
const KEY_BYTES = 32;
const WRAPPED_BYTES = OVERHEAD_BYTES + KEY_BYTES;
const ENTRY = /^([A-Za-z0-9_.-]{1,64}):([A-Za-z0-9+/_-]+={0,2})$/;

/** Reads `id:base64,id:base64`, the active key first; undefined if the text is not a ring. */
export function parseKeyRing(text: string): SecretKey[] | undefined {
  const ring: SecretKey[] = [];
  for (const entry of text.split(',')) {
    const [, id, encoded] = ENTRY.exec(entry.trim()) ?? [];
    if (id === undefined || encoded === undefined || ring.some((known) => known.id === id)) return undefined;
    const key = Buffer.from(encoded, 'base64');
    if (key.length !== KEY_BYTES) return undefined;
    ring.push({ id, key });
  }
  return ring;
}

/** The first key of the ring wraps; the others only unwrap what they wrapped before. */
export function createSecrets(ring: readonly SecretKey[]): Secrets {
  const [active] = ring;
  if (active === undefined) throw new SecretError('The key ring is empty.');
  const unwrap = ({ id, wrapped }: Envelope, context: string): Buffer => {
    const found = ring.find((known) => known.id === id);
    if (found === undefined) throw new SecretError(`The key ring has no key ${id}.`);
    return decrypt(found.key, wrapped, `key/${id}/${context}`);
  };
  const pack = (key: Buffer, content: Buffer, context: string): Buffer => {
    const wrapped = encryptBytes(active.key, key, `key/${active.id}/${context}`);
    const id = Buffer.from(active.id);
    return Buffer.concat([Buffer.from([VERSION, id.length]), id, wrapped, content]);
  };
  return {
    activeKeyId: active.id,
    seal(secret, context) {
      const key = randomBytes(KEY_BYTES);
      return pack(key, encryptBytes(key, Buffer.from(secret), `secret/${context}`), context);
    },
    open(sealed, context) {
      const envelope = unpack(sealed);
      const key = unwrap(envelope, context);
      return decrypt(key, envelope.content, `secret/${context}`).toString('utf8');
    },
    rewrap(sealed, context) {
      const envelope = unpack(sealed);
      return pack(unwrap(envelope, context), envelope.content, context);
    },
    keyIdOf: (sealed) => unpack(sealed).id,
  };
}

type Envelope = { id: string; wrapped: Buffer; content: Buffer };

/** Version, length of the key's id, the id, the wrapped key, the encrypted content. */
function unpack(sealed: Buffer): Envelope {
  const start = 2 + (sealed[1] ?? 0);
  if (sealed[0] !== VERSION || sealed.length < start + WRAPPED_BYTES + OVERHEAD_BYTES)
    throw new SecretError('This is not an encrypted secret.');
  const end = start + WRAPPED_BYTES;
  return {
    id: sealed.subarray(2, start).toString(),
    wrapped: sealed.subarray(start, end),
    content: sealed.subarray(end),
  };
}

function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  try {
    return decryptBytes(key, sealed, context);
  } catch {
    // The cause adds nothing and could carry secret bytes.
    throw new SecretError(
      'The secret cannot be decrypted: the value of its key in SECRETS_KEYS has changed, or the stored bytes are damaged or belong to another record.',
    );
  }
}
