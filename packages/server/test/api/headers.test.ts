import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createMember, type Member } from '../support/factories.ts';

const WORKFLOWS = '/api/v1/workflows';
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

let server: TestApp;
let member: Member;

beforeAll(async () => {
  server = await startTestApp({ config: { cors_origins: ['https://studio.example'] } });
  member = await createMember(server);
});
afterAll(() => server.close());

describe('headers', () => {
  test('a well-formed request id is kept, and any other is replaced', async () => {
    const own = await server.request('GET', '/health', { headers: { 'X-Request-Id': 'job-2026.07:1' } });
    expect(own.headers.get('x-request-id')).toBe('job-2026.07:1');
    expect(own.body.meta.request_id).toBe('job-2026.07:1');
    for (const bad of ['short', 'with space here', '<script>alert</script>', 'x'.repeat(200)]) {
      const { headers, body } = await server.request('GET', '/health', { headers: { 'X-Request-Id': bad } });
      expect(headers.get('x-request-id')).toMatch(ULID);
      expect(body.meta.request_id).toBe(headers.get('x-request-id'));
    }
  });

  test('the request id is also accepted in the headers of other clients', async () => {
    const named = (headers: Record<string, string>) => server.request('GET', '/health', { headers });
    const other = await named({ 'X-Client-Request-Id': 'client-2026.07:1' });
    expect(other.body.meta.request_id).toBe('client-2026.07:1');
    const both = await named({ 'X-Request-Id': 'own-2026.07:1', 'X-Client-Request-Id': 'client-2026.07:1' });
    expect(both.headers.get('x-request-id')).toBe('own-2026.07:1');
    const bad = await named({ 'X-Request-Id': 'short', 'X-Client-Request-Id': 'client-2026.07:1' });
    expect(bad.headers.get('x-request-id')).toBe('client-2026.07:1');
  });

  test('the log contains the request, its trace and its caller, and nothing of the content', async () => {
    const lines: string[] = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    const own = await startTestApp({ logTo });
    const as = await createMember(own);
    const trace = { trace: 'a'.repeat(32), span: 'b'.repeat(16) };
    await own.request('GET', `${WORKFLOWS}?search=secret-words`, {
      as,
      headers: { 'X-Client-Request-Id': 'job-2026.07:2', Traceparent: `00-${trace.trace}-${trace.span}-01` },
    });
    await own.close();
    const line = lines.find((text) => text.includes('job-2026.07:2'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      request_id: 'job-2026.07:2',
      trace_id: trace.trace,
      span_id: trace.span,
      user_id: as.user_id,
      route: WORKFLOWS,
      status: 200,
    });
    expect(lines.join('')).not.toMatch(new RegExp(`secret-words|${as.token}`));
  });

  test('a page links to its next and previous pages in the header too', async () => {
    for (const name of ['a', 'b', 'c'])
      await server.request('POST', WORKFLOWS, { as: member, body: { name } });
    const page = async (path: string) => {
      const { headers, body } = await server.request('GET', path, { as: member });
      return { link: headers.get('link'), ...body.pagination };
    };
    const first = await page(`${WORKFLOWS}?limit=1`);
    expect(first.link).toBe(`<${first.next}>; rel="next"`);
    const second = await page(first.next);
    expect(second.link).toBe(`<${second.next}>; rel="next", <${second.prev}>; rel="prev"`);
    expect((await page(`${WORKFLOWS}?limit=100`)).link).toBeNull();
  });

  test('a query too long for a header has page links only in the body', async () => {
    const models = Array.from({ length: 60 }, (_, n) => `model=${'x'.repeat(140)}${n}`);
    const query = ['limit=1', 'model=espeak-ng', ...models].join('&');
    const first = await server.request('GET', `/api/v1/voices?${query}`, { as: member });
    const second = await server.request('GET', first.body.pagination.next, { as: member });
    expect([second.status, second.headers.get('link')]).toEqual([200, null]);
    expect(second.body.pagination.prev).toContain('x'.repeat(140));
  });

  test('every response names the contract version and forbids sniffing and framing', async () => {
    for (const path of ['/health', WORKFLOWS, '/nowhere', '/openapi.json', '/docs']) {
      const { headers } = await server.request('GET', path, { as: member });
      expect(headers.get('x-contract-version')).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{16}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  test('authenticated answers and errors are never cached', async () => {
    const ok = await server.request('GET', WORKFLOWS, { as: member });
    const refused = await server.request('GET', WORKFLOWS);
    for (const { headers } of [ok, refused]) expect(headers.get('cache-control')).toBe('no-store');
  });

  test('web pages of allowed origins can call the API, and others cannot', async () => {
    const from = (origin: string, method = 'GET', headers = {}) =>
      server.request(method, '/health', { headers: { Origin: origin, ...headers } });
    const allowed = await from('https://studio.example');
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://studio.example');
    expect(allowed.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    const preflight = await from('https://studio.example', 'OPTIONS', {
      'Access-Control-Request-Method': 'POST',
    });
    expect(preflight.status).toBe(204);
    for (const name of ['Idempotency-Key', 'X-Contract-Version', 'Traceparent', 'Want-Repr-Digest']) {
      expect(preflight.headers.get('access-control-allow-headers')).toContain(name);
    }
    const other = await from('https://evil.example');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    expect(other.headers.get('vary')).toContain('Origin');
  });
});

describe('the documents', () => {
  test('the OpenAPI document has an ETag that saves sending it again', async () => {
    const { status, headers, body } = await server.request('GET', '/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\.1/);
    const again = await server.request('GET', '/openapi.json', {
      headers: { 'If-None-Match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test('the reference page loads everything from this server', async () => {
    const { text, headers } = await server.request('GET', '/docs/reference');
    const sources = [...text.matchAll(/(?:src|href|data-url)="([^"]+)"/g)].map(([, url]) => String(url));
    expect(sources).toEqual(
      expect.arrayContaining(['/openapi.json', expect.stringMatching(/\.js$/), '/docs']),
    );
    for (const source of sources) {
      expect(source).toMatch(/^\//);
      expect((await server.request('GET', source)).status).toBe(200);
    }
    expect(headers.get('content-security-policy')).toContain("connect-src 'self'");
    const script = await server.request('GET', sources.find((url) => url.endsWith('.js')) ?? '');
    expect(script.headers.get('cache-control')).toContain('immutable');
  });

  test('metrics are only available on this machine', async () => {
    await server.request('GET', '/health');
    const { status, text } = await server.request('GET', '/metrics');
    expect(status).toBe(200);
    expect(text).toMatch(
      /voiceloom_http_request_duration_seconds_count\{method="GET",route="\/health",status="200"\} \d+/,
    );
  });

  test.each([
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Original-Forwarded-For',
    'Forwarded',
    'Via',
    'X-Real-IP',
    'X-Client-IP',
    'True-Client-IP',
    'CF-Connecting-IP',
    'X-Envoy-External-Address',
  ])('metrics are rejected for requests through a proxy: %s', async (name) => {
    const { status } = await server.request('GET', '/metrics', { headers: { [name]: '127.0.0.1' } });
    expect(status).toBe(403);
  });

  test.each([
    ['localhost:8080', 200],
    ['127.0.0.1', 200],
    ['127.1.2.3:80', 200],
    ['[::1]:8080', 200],
    ['api.example.com', 403],
    ['localhost.example.com', 403],
    ['127.0.0.1.example.com', 403],
    ['10.0.0.1', 403],
    ['[::2]', 403],
    ['user@localhost', 403],
  ])('metrics without a token with the host %s: %i', async (host, expected) => {
    const status = await new Promise((resolve, reject) => {
      const sent = get(`${server.url}/metrics`, { headers: { Host: host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.once('error', reject);
    });
    expect(status).toBe(expected);
  });
});
