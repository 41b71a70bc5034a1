import { randomBytes } from 'node:crypto';
import { type RequestHandler, type Response, Router } from 'express';
import type { App } from '../../app.ts';
import { cacheSuccess, sendAsset } from '../assets.ts';
import { developmentSession, isOwnPage } from './development.ts';
import { readStudio } from './files.ts';
import { createSignIn } from './sign-in.ts';

/** `/studio`, the web app. All pages use the same HTML file, whose script reads the path. */
export function studioRoutes(
  app: Pick<App, 'config' | 'wallClock' | 'baseUrl' | 'storage' | 'speech'>,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const studio = cacheSuccess(readStudio);
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
    // The page must not be the response for a missing file or an endpoint: `/studio/assets/a`, `/studio/icon.png`.
    if (/^\/studio\/(?:assets|session)(?:\/|$)|\.[^/.]*$/.test(req.path)) return next();
    const { page: html } = await studio();
    const nonce = randomBytes(18).toString('base64');
    // If the provider is unavailable, /studio/config.json reports it.
    const provider = await signIn().catch(() => undefined);
    const connections = ["connect-src 'self'"];
    if (provider?.kind === 'openid') connections.push(new URL(provider.token_endpoint).origin);
    // The browser reads stored files from, and uploads files to, a bucket or this service.
    const file = { key: 'studio', filename: 'studio', content_type: 'text/plain', expires_in_s: 60 };
    const ticket = await app.storage.downloadTicket(file).catch(() => undefined);
    const media = ["media-src 'self' blob:"];
    // The samples of voices that their providers offer.
    for (const { samples_url } of app.speech.values()) if (samples_url) media.push(samples_url);
    if (ticket) {
      const { origin } = new URL(ticket.url);
      media.push(origin);
      connections.push(origin);
    }
    const policy = [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      media.join(' '),
      connections.join(' '),
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ];
    sendFresh(res).set({
      'Content-Security-Policy': policy.join('; '),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex',
    });
    res.type('html').send(html.replaceAll('STUDIO_NONCE', nonce));
  };
  router.get(['/studio', '/studio/*path'], page);
  return router;
}

const sendFresh = (res: Response): Response => res.set('Cache-Control', 'no-store');
