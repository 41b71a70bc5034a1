import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let port: string;
beforeAll(async () => {
  server = await startTestApp({ config: { cors_origins: ['*'] } });
  port = new URL(server.url).port;
});
afterAll(() => server.close());

const get = (path: string, headers = {}) => server.request('GET', path, { headers });
const assetsOf = (html: string) => [...html.matchAll(/\/studio\/assets\/[\w.-]+/g)].map(([path]) => path);

/** Accepts any header, because `fetch` sets some itself. */
function post(headers: Record<string, string | undefined>, path = '/studio/session/development') {
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  return new Promise<{ status: number; cors: unknown; body: string }>((resolve, reject) => {
    const options = {
      method: 'POST',
      host: '127.0.0.1',
      port,
      path,
      headers: sent as Record<string, string>,
    };
    const req = httpRequest(options, (res) => {
      let body = '';
      res.setEncoding('utf8').on('data', (part) => {
        body += part;
      });
      const cors = res.headers['access-control-allow-origin'];
      res.on('end', () => resolve({ status: res.statusCode ?? 0, cors, body }));
    });
    req.on('error', reject).end('{}');
  });
}

describe('the page', () => {
  test('is one file for every path without an extension, never cached, with its own nonce', async () => {
    const [first, second] = await Promise.all([get('/studio'), get('/studio/productions/1/runs/2')]);
    for (const { status, headers, text } of [first, second]) {
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      const policy = headers.get('content-security-policy') ?? '';
      const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? '-';
      expect(policy).toContain("default-src 'none'; script-src 'self';");
      expect(policy).not.toMatch(/unsafe|\*/);
      // Browsers play the samples of providers, and nothing else from there.
      expect(policy).toMatch(/media-src [^;]*https:\/\/storage\.googleapis\.com\/eleven-public-prod\/[; ]/);
      expect(text).toContain(`nonce="${nonce}"`);
      expect(text).not.toContain('STUDIO_NONCE');
    }
    expect(first.headers.get('content-security-policy')).not.toBe(
      second.headers.get('content-security-policy'),
    );
  });

  test('loads immutable files, compressed as the browser accepts', async () => {
    const { text } = await get('/studio');
    const assets = assetsOf(text);
    expect(assets.length).toBeGreaterThan(1);
    for (const path of assets) {
      const { status, headers } = await get(path, { 'accept-encoding': 'identity' });
      expect([path, status, headers.get('content-encoding')]).toEqual([path, 200, null]);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    const script = assets.find((path) => path.endsWith('.js')) ?? '';
    const plain = await get(script, { 'accept-encoding': 'identity' });
    const raw = await new Promise<Buffer>((resolve, reject) => {
      const headers = { 'accept-encoding': 'gzip, br' };
      httpRequest(`${server.url}${script}`, { headers }, (res) => {
        const parts: Buffer[] = [];
        expect(res.headers['content-encoding']).toBe('br');
        res.on('data', (part) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
      })
        .on('error', reject)
        .end();
    });
    expect(brotliDecompressSync(raw).toString()).toBe(plain.text);
  });

  test('is not served instead of a missing file', async () => {
    for (const path of ['/studio/assets/old.js', '/studio/assets/', '/studio/x.js', '/studio/session/x'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await get('/studio/session/development')).status).toBe(404);
    expect((await server.request('POST', '/studio')).status).toBe(405);
  });

  test('needs at most 250 KB of compressed JavaScript to start', async () => {
    const { text } = await get('/studio');
    const scripts = assetsOf(text).filter((path) => path.endsWith('.js'));
    const { gzipSync } = await import('node:zlib');
    const sizes = await Promise.all(scripts.map(async (path) => gzipSync((await get(path)).text).length));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(10_000);
    expect(total).toBeLessThanOrEqual(250_000);
  });
});

describe('the development session', () => {
  /** The headers that the page itself sends. */
  const own = () => ({
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    'content-type': 'application/json',
    'content-length': '2',
    'sec-fetch-site': 'same-origin' as string | undefined,
  });

  test('gives the page a one-hour token that the API accepts, and no other origin can read it', async () => {
    const { status, cors, body } = await post(own());
    expect([status, cors]).toEqual([200, undefined]);
    const { access_token, expires_in } = JSON.parse(body);
    expect(expires_in).toBe(3_600);
    const answer = await server.request('GET', '/api/v1/auth/whoami', { as: { token: access_token } });
    expect(answer.status).toBe(200);
    const named = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
    expect((await post({ ...own(), ...named, 'sec-fetch-site': undefined })).status).toBe(200);
  });

  test.each([
    ['of another origin', { origin: 'http://evil.test' }],
    ['without an origin', { origin: undefined }],
    ['of another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['to a name that was rebound', { host: 'evil.test:80', origin: 'http://evil.test:80' }],
    ['to another port', { host: '127.0.0.1:1', origin: 'http://127.0.0.1:1' }],
    ['of a page over https', { origin: 'https://127.0.0.1' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['that a form can send', { 'content-type': 'text/plain' }],
    ['with a type that only begins like JSON', { 'content-type': 'application/jsonp' }],
    ['that a proxy forwards', { 'x-forwarded-for': '192.0.2.1' }],
    ['that a proxy forwards with the standard header', { forwarded: 'for=192.0.2.1' }],
    ['that a proxy names in Via', { via: '1.1 proxy' }],
  ])('is not available to a request %s', async (_name, forged) => {
    const { status, body } = await post({ ...own(), ...forged });
    expect([status, body.includes('access_token')]).toEqual([404, false]);
  });

  test('is not available through a proxy that adds no header but uses HTTP/1.0', async () => {
    const headers = Object.entries(own()).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(`POST /studio/session/development HTTP/1.0\r\n${headers.join('')}\r\n{}`);
    expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('is not available if an identity provider or a public address is configured', async () => {
    const { config } = server.app;
    const auth = { issuer: 'http://127.0.0.1:9', audience: 'a', jwks_url: undefined, max_token_age_s: 60 };
    const before = config.auth;
    try {
      config.auth = auth;
      expect((await post(own())).status).toBe(404);
    } finally {
      config.auth = before;
    }
    const { baseUrl } = server.app;
    server.app.baseUrl = () => 'https://voice.example.com';
    expect((await post(own())).status).toBe(404);
    server.app.baseUrl = baseUrl;
    expect((await post(own())).status).toBe(200);
  });
});

test('the configuration contains the base URL and how to sign in', async () => {
  const { body, headers } = await get('/studio/config.json');
  expect(body).toEqual({ base_url: server.url, sign_in: { kind: 'development' } });
  expect(headers.get('cache-control')).toBe('no-store');
});

test('parameters of the sign-in are a query string, and cannot replace those of the studio', () => {
  const env = { AUTH_ISSUER: 'https://login.example.com/', AUTH_AUDIENCE: 'a', STUDIO_CLIENT_ID: 'studio' };
  const { studio } = readConfig({ ...env, STUDIO_AUTH_PARAMS: 'audience=https://a.test&x=1' }, '/');
  expect(studio).toEqual({
    client_id: 'studio',
    scopes: 'openid profile email',
    auth_params: { audience: 'https://a.test', x: '1' },
  });
  const faults = [
    { ...env, STUDIO_AUTH_PARAMS: 'redirect_uri=https://evil.test' },
    { ...env, STUDIO_SCOPES: 'profile' },
    { STUDIO_CLIENT_ID: 'studio' },
  ].map((bad) => {
    try {
      return readConfig(bad, '/').studio;
    } catch (error) {
      return String(error).match(/- ([A-Z_]+):/)?.[1];
    }
  });
  expect(faults).toEqual(['STUDIO_AUTH_PARAMS', 'STUDIO_SCOPES', 'AUTH_ISSUER']);
});
