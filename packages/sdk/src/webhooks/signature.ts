import { WebhookError } from './errors.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const SIGNATURE_BYTES = 32;
/** The service sends one signature per active secret; more would only waste time. */
const MAX_SIGNATURES = 20;

type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes of base64; undefined if the text is not base64. */
function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** The secrets as a list. An invalid secret is an error of the receiver, not of the delivery. */
export function secretsOf(secrets: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  if (list.length === 0) throw new WebhookError('INVALID_SECRET', 'The webhook secret is missing.');
  for (const secret of list) {
    if (typeof secret === 'string' && secret !== '') continue;
    let what: string = typeof secret;
    if (secret === '') what = 'empty';
    else if (secret === null) what = 'null';
    const message = `The secret is ${what}: use the secret of the endpoint, whsec_<base64>.`;
    throw new WebhookError('INVALID_SECRET', message);
  }
  return list as string[];
}

/** The HMAC key of a secret. Throws INVALID_SECRET if it is malformed. */
function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (bytes === undefined || bytes.length === 0) {
    throw new WebhookError('INVALID_SECRET', 'The secret must have the form whsec_<base64>.');
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/** Concatenates bytes. */
export function joinBytes(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The signed content: ID, seconds since 1970 and the raw body. */
const contentOf = ({ id, timestamp, body }: SignedContent): Bytes =>
  joinBytes([new TextEncoder().encode(`${id}.${timestamp}.`), body]);

/** The signed parts of a delivery. */
export interface SignedContent {
  id: string;
  timestamp: string;
  body: Uint8Array;
}

/**
 * Creates a secret in the service's format, for tests.
 *
 * @example
 * ```ts
 * const secret = newSecret();
 * ```
 */
export function newSecret(): string {
  return PREFIX + toBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** The `webhook-signature` header: one signature for each secret. */
export async function signatureOf(content: SignedContent, secrets: readonly string[]): Promise<string> {
  const bytes = contentOf(content);
  const signatures = secrets.map(async (secret) => {
    const signature = await crypto.subtle.sign('HMAC', await keyOf(secret), bytes);
    return `v1,${toBase64(new Uint8Array(signature))}`;
  });
  return (await Promise.all(signatures)).join(' ');
}

/** Whether a signature in `header` matches one of the secrets. Compares in constant time. */
export async function hasSignature(
  content: SignedContent,
  header: string,
  secrets: readonly string[],
): Promise<boolean> {
  // Servers join repeated headers with commas.
  const parts = header.split(/,?\s+/).filter((part) => part.startsWith('v1,'));
  const signatures: Bytes[] = [];
  for (const part of parts.slice(0, MAX_SIGNATURES)) {
    const signature = fromBase64(part.slice('v1,'.length));
    if (signature?.length === SIGNATURE_BYTES) signatures.push(signature);
  }
  const bytes = contentOf(content);
  for (const secret of secrets) {
    const key = await keyOf(secret);
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, bytes)) return true;
    }
  }
  return false;
}
