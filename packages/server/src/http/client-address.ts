import { isIP } from 'node:net';
import type { Request } from 'express';

/**
 * The IP address of the client: that of the connection, or the one that a trusted proxy (`TRUSTED_PROXIES`) names in
 * X-Forwarded-For. Undefined after the client has disconnected.
 */
export function clientAddress(req: Request): string | undefined {
  const { ip } = req;
  if (ip !== undefined && isIP(ip) > 0) return ip;
  return req.socket.remoteAddress;
}
