import { z } from 'zod';
import type { Clock } from '../config/clock.ts';
import type { FileTicketClaims, FolderBlobStore, FolderConfig } from './blob-store.ts';
import { assertKey, ticketExpiry } from './key.ts';
import { readTicket, signTicket } from './ticket.ts';

const Upload = z.object({
  method: z.literal('PUT'),
  key: z.string(),
  content_type: z.string(),
  size_bytes: z.number().optional(),
  max_size_bytes: z.number().optional(),
  sha256: z.string().optional(),
});
const Download = z.object({
  method: z.literal('GET'),
  key: z.string(),
  content_type: z.string(),
  filename: z.string(),
});
const getPurpose = (method: FileTicketClaims['method']) => `file.${method}`;

/** Tickets of the folder adapter: links to our own server that contain everything that it must check. */
export function folderTickets(
  config: FolderConfig,
  clock: Clock,
): Pick<FolderBlobStore, 'uploadTicket' | 'downloadTicket' | 'readGrant'> {
  const issue = (grant: FileTicketClaims, expires_in_s: number) => {
    assertKey(grant.key);
    const expires_at = ticketExpiry(clock(), expires_in_s);
    const purpose = getPurpose(grant.method);
    const token = signTicket({ purpose, expires_at, claims: grant }, config.signingSecret);
    return { url: `${config.baseUrl().replace(/(?<!\/)\/+$/, '')}/files/${token}`, expires_at };
  };
  return {
    uploadTicket: async ({
      key,
      content_type,
      size_bytes,
      max_size_bytes,
      checksum_sha256,
      expires_in_s,
    }) => {
      const limits = { size_bytes, max_size_bytes, sha256: checksum_sha256 };
      const grant: FileTicketClaims = { method: 'PUT', key, content_type, ...limits };
      return { ...issue(grant, expires_in_s), headers: { 'Content-Type': content_type } };
    },
    downloadTicket: async ({ key, content_type, filename, expires_in_s }) =>
      issue({ method: 'GET', key, content_type, filename }, expires_in_s),
    readGrant: (token, method) => {
      const purpose = getPurpose(method);
      const reading = readTicket(token, { purpose, secret: config.signingSecret, now: clock() });
      if (!reading.ok) return reading.reason === 'expired' ? 'expired' : 'forged';
      return (method === 'PUT' ? Upload : Download).parse(reading.claims);
    },
  };
}
