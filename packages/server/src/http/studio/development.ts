import type { Request } from 'express';
import type { App } from '../../app.ts';
import { mintDevToken } from '../auth/dev-issuer.ts';
import { isForwarded } from '../metrics.ts';

const TTL_S = 3_600;
const LOOPBACK_PEER = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
/** `localhost:8080`, with the port. */
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/;

/**
 * Whether the request comes from the studio's own page in a browser on this machine. Pages of other origins cannot send
 * this `Origin`, and a rebound name is not a loopback host. Most proxies and tunnels add headers, have another address
 * or use HTTP/1.0. A proxy on this machine that does none of this is not detected and lets everyone in.
 */
export function isOwnPage(req: Request, { config, baseUrl }: Pick<App, 'config' | 'baseUrl'>): boolean {
  const { headers, socket } = req;
  const host = headers.host ?? '';
  const loopback = LOOPBACK_HOST.exec(host);
  const isLocalService = config.auth === undefined && LOOPBACK_HOST.test(new URL(baseUrl()).host);
  const isDirect =
    LOOPBACK_PEER.test(socket.remoteAddress ?? '') && !isForwarded(req) && req.httpVersion === '1.1';
  const isOwnHost = loopback !== null && Number(loopback[1] ?? 80) === socket.localPort;
  const isSameOrigin =
    headers.origin === `http://${host}` && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
  // A form of another page cannot send this type.
  const isJson = /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
  return isLocalService && isDirect && isOwnHost && isSameOrigin && isJson;
}

/** A token for the user whose token `dev-token` and the start of the service print. */
export async function developmentSession({ config, wallClock }: Pick<App, 'config' | 'wallClock'>) {
  const access_token = await mintDevToken({
    data_dir: config.data_dir,
    sub: 'developer',
    email: 'developer@localhost',
    given_name: 'Local',
    family_name: 'Developer',
    ttl_s: TTL_S,
    now: wallClock(),
  });
  return { access_token, token_type: 'Bearer', expires_in: TTL_S };
}
