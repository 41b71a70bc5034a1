import { randomBytes } from 'node:crypto';
import { type RequestHandler, type Response, Router } from 'express';
import type { App } from '../../app.ts';
import { once, sendAsset } from '../assets.ts';
import { developmentSession, isOwnPage } from './development.ts';
import { readStudio } from './files.ts';
import { createSignIn } from './sign-in.ts';

type StudioApp = Pick<App, 'config' | 'wallClock' | 'baseUrl' | 'storage'>;

/** `/studio`, the web app. All pages use the same HTML file, whose script reads the path. */
export function studioRoutes(app: StudioApp): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const studio = once(readStudio);
  const signIn = createSignIn(app);
  router.get('/studio/config.json', async (_req, res) => {
    sendFresh(res).json({ base_url: app.baseUrl(), sign_in: await signIn() });
  });
  router.post('/studio/session/development', async (req, res, next) => {
    res.removeHeader('Access-Control-Allow-Origin');
    if (!isOwnPage(req, app)) return next();
    sendFresh(res).json(await developmentSession(app));
  });
  router.get('/studio/assets/:file', async (req, res, next) => {
    const asset = (await studio()).assets.get(req.params.file);
    if (asset === undefined) return next();
    sendAsset(req, res, asset, true);
  });
  const page: RequestHandler = async (req, res, next) => {
    // The page must not be the response for a missing file or an endpoint.
    if (/^\/studio\/(?:assets|session)(?:\/|$)|\.[^/.]*$/.test(req.path)) return next();
    const { page: html } = await studio();
    const nonce = randomBytes(18).toString('base64');
    // If the provider is unavailable, /studio/config.json reports it.
    const provider = await signIn().catch(() => undefined);
    const origins: string[] = [];
    if (provider?.kind === 'openid') origins.push(new URL(provider.token_endpoint).origin);
    // The browser reads stored files from, and uploads files to, a bucket or this service.
    const file = { key: 'studio', filename: 'studio', content_type: 'text/plain', expires_in_s: 60 };
    const ticket = await app.storage.downloadTicket(file).catch(() => undefined);
    const storageOrigin = ticket && new URL(ticket.url).origin;
    sendFresh(res).set({
      'Content-Security-Policy': contentPolicy(nonce, origins, storageOrigin),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex',
    });
    res.type('html').send(html.replaceAll('STUDIO_NONCE', nonce));
  };
  router.get(['/studio', '/studio/*path'], page);
  return router;
}

const sendFresh = (res: Response): Response => res.set('Cache-Control', 'no-store');

function contentPolicy(nonce: string, origins: readonly string[], storage: string | undefined): string {
  const stores = storage === undefined ? [] : [storage];
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    ["media-src 'self' blob:", ...stores].join(' '),
    ["connect-src 'self'", ...origins, ...stores].join(' '),
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
