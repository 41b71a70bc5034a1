import type { App } from '../../app.ts';
import { ApiError } from '../../errors.ts';
import { readTicket, signTicket } from '../../storage/index.ts';

/** How long a signed URL is valid. */
export const LINK_S = 900;

type LinkApp = Pick<App, 'signingSecret' | 'baseUrl'>;

/** The kinds of signed URLs of this service, with their paths. */
export type LinkPurpose = 'export' | 'script' | 'waveform';
const PATHS: Record<LinkPurpose, string> = { export: 'exports', script: 'scripts', waveform: 'waveforms' };

export function signLink(
  { signingSecret, baseUrl }: LinkApp,
  { purpose, claims, now }: { purpose: LinkPurpose; claims: object; now: Date },
): { url: string; expires_at: Date } {
  const expires_at = new Date(now.getTime() + LINK_S * 1000);
  const ticket = signTicket({ purpose, expires_at, claims }, signingSecret);
  return { url: `${baseUrl().replace(/\/+$/, '')}/${PATHS[purpose]}/${ticket}`, expires_at };
}

/** The claims of a link with a valid signature that has not expired. */
export function readLink(
  { signingSecret, clock }: Pick<App, 'signingSecret' | 'clock'>,
  purpose: LinkPurpose,
  ticket: string,
): unknown {
  const reading = readTicket(ticket, { purpose, secret: signingSecret, now: clock() });
  if (reading.ok) return reading.claims;
  const isExpired = reading.fault === 'expired';
  throw new ApiError('FORBIDDEN', isExpired ? 'This link has expired.' : 'This link is not valid.');
}
