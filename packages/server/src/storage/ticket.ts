import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodeBase62, encodeBase62 } from '../secrets/base62.ts';

const MIN_SECRET_BYTES = 32;

/** `purpose` prevents the use of a link for another purpose. It is signed but not part of the link. */
export type Ticket = { purpose: string; expires_at: Date; claims: unknown };

export type TicketReading =
  | { ok: true; claims: unknown; expires_at: Date }
  | { ok: false; reason: 'malformed' | 'forged' | 'expired' };

/** A URL-safe token. Anyone can read it, but nobody can change it without the secret. */
export function signTicket({ purpose, expires_at, claims }: Ticket, secret: Uint8Array): string {
  const body = encodeBase62(Buffer.from(JSON.stringify([expires_at.getTime(), claims])));
  return `${body}.${sign(purpose, body, secret)}`;
}

/** The claims of a ticket, if this service has signed it for this purpose and it has not expired. */
export function readTicket(
  token: string,
  { purpose, secret, now }: { purpose: string; secret: Uint8Array; now: Date },
): TicketReading {
  const [body, mac, ...rest] = token.split('.');
  if (!body || !mac || rest.length > 0) return { ok: false, reason: 'malformed' };
  // Compares the encoded text, because several texts decode to the same bytes.
  const macBytes = Buffer.from(mac);
  const validMac = Buffer.from(sign(purpose, body, secret));
  if (macBytes.length !== validMac.length || !timingSafeEqual(macBytes, validMac))
    return { ok: false, reason: 'forged' };
  // The signature proves that signTicket wrote the body, so its shape needs no second check.
  const [expires_ms, claims] = JSON.parse(String(decodeBase62(body))) as [number, unknown];
  if (now.getTime() >= expires_ms) return { ok: false, reason: 'expired' };
  return { ok: true, claims, expires_at: new Date(expires_ms) };
}

/** The purpose is part of the signature, so that a ticket for one purpose is invalid for another. */
function sign(purpose: string, body: string, secret: Uint8Array): string {
  if (secret.length < MIN_SECRET_BYTES) {
    throw new Error(`A signing secret needs at least ${MIN_SECRET_BYTES} bytes.`);
  }
  return encodeBase62(createHmac('sha256', secret).update(purpose).update('\0').update(body).digest());
}
