import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Guard, guardedFetch, type Lookup, NoResponseError } from '../../src/providers/http.ts';

const PUBLIC: Guard = { allow: { private: false } };
const PRIVATE: Guard = { allow: { private: true } };

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A local server. Resolves to its address. */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const family = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });

/** A resolver that returns the next response for each lookup. The last response repeats. */
function resolver(...responses: string[][]): { lookup: Lookup; asked: string[] } {
  const asked: string[] = [];
  const lookup: Lookup = (host, _options, done) => {
    const response = responses[Math.min(asked.length, responses.length - 1)] ?? [];
    asked.push(host);
    done(null, response.map(family));
  };
  return { lookup, asked };
}

const refusal = async (url: string, guard: Guard): Promise<string> => {
  const error: unknown = await guardedFetch(url, {}, guard).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(NoResponseError);
  return (error as NoResponseError).kind;
};

describe('addresses in the URL itself', () => {
  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/',
    'https://100.100.100.200/',
    'https://192.0.2.1/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[0:0:0:0:0:ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://api.localhost/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://intranet/',
    'https://user:secret@example.com/',
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
  ])('%s is rejected before any request', async (url) => {
    const { lookup, asked } = resolver(['93.184.215.14']);
    expect(await refusal(url, { ...PUBLIC, lookup })).toBe('forbidden');
    expect(asked).toEqual([]);
  });

  test.each([
    'https://169.254.169.254/',
    'https://[fd00:ec2::254]/',
    'https://100.100.100.200/',
    'https://[::ffff:127.0.0.1]/',
    'http://10.0.0.1/',
    'http://[fd00::1]/',
    'https://0.0.0.0/',
  ])('%s is also rejected if private targets are allowed', async (url) => {
    expect(await refusal(url, PRIVATE)).toBe('forbidden');
  });
});

describe('host names', () => {
  test.each([
    [['127.0.0.1']],
    [['10.0.0.8']],
    [['169.254.169.254']],
    [['::1']],
    [['::ffff:10.0.0.8']],
    [['fe80::1%lo']],
    [['93.184.215.14', '10.0.0.8']],
  ])('one that resolves to %j is rejected', async (addresses) => {
    const { lookup } = resolver(addresses);
    expect(await refusal('https://hooks.example.com/', { ...PUBLIC, lookup })).toBe('forbidden');
  });

  test('a plain http name must resolve to this machine', async () => {
    const { lookup } = resolver(['93.184.215.14']);
    expect(await refusal('http://hooks.example.com/', { ...PRIVATE, lookup })).toBe('forbidden');
  });

  test('one without an address is unreachable', async () => {
    const lookup: Lookup = (_host, _options, done) =>
      done(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), []);
    expect(await refusal('https://hooks.example.com/', { ...PUBLIC, lookup })).toBe('unreachable');
  });

  test('the connection uses the address that was checked, whatever the name resolves to next', async () => {
    const url = new URL(await listen((req, res) => res.end(`host ${req.headers.host}`)));
    url.hostname = 'hooks.example.com';
    const { lookup, asked } = resolver(['127.0.0.1'], ['169.254.169.254']);
    const { body } = await guardedFetch(url, {}, { ...PRIVATE, lookup });
    expect(body.toString()).toBe(`host ${url.host}`);
    expect(asked).toEqual(['hooks.example.com']);
    // The second request opens a new connection, whose address is checked again.
    expect(await refusal(url.href, { ...PRIVATE, lookup })).toBe('forbidden');
  });
});

describe('responses', () => {
  test('a redirect is a response and is not followed', async () => {
    const seen: string[] = [];
    const url = await listen((req, res) => {
      seen.push(req.url ?? '');
      res.writeHead(302, { location: '/secret' }).end();
    });
    expect((await guardedFetch(`${url}/hook`, {}, PRIVATE)).status).toBe(302);
    expect(seen).toEqual(['/hook']);
  });

  test('method, headers and body are sent unchanged', async () => {
    const url = await listen((req, res) => {
      req.setEncoding('utf8').on('data', (text: string) => {
        res.writeHead(201, { 'x-seen': String(req.headers['content-length']) });
        res.end(`${req.method} ${req.headers['x-test']} ${text}`);
      });
    });
    const init = { method: 'POST', headers: { 'x-test': 'yes' }, body: 'grüße' } as const;
    const response = await guardedFetch(url, init, PRIVATE);
    expect(response.status).toBe(201);
    expect(response.headers['x-seen']).toBe('7');
    expect(response.body.toString()).toBe('POST yes grüße');
    expect(response.truncated).toBe(false);
  });

  test('an endless body is read up to the limit', async () => {
    const url = await listen((_req, res) => {
      const pour = (): void => {
        while (!res.destroyed && res.write('x'.repeat(10_000)));
      };
      res.on('drain', pour);
      pour();
    });
    const response = await guardedFetch(url, { max_body_bytes: 1_000 }, PRIVATE);
    expect(response.truncated).toBe(true);
    expect(response.body.toString()).toBe('x'.repeat(1_000));
  });

  test('a server that stalls before or during its response is aborted at the deadline', async () => {
    const silent = await listen(() => undefined);
    const halting = await listen((_req, res) => void res.writeHead(200).write('and then'));
    for (const url of [silent, halting]) {
      const error = await guardedFetch(url, { timeout_ms: 50 }, PRIVATE).catch((caught: unknown) => caught);
      expect((error as NoResponseError).kind).toBe('timeout');
    }
  });

  test('a caller can abort the request', async () => {
    const calling = new AbortController();
    const url = await listen(() => calling.abort());
    const error = await guardedFetch(url, { signal: calling.signal }, PRIVATE).catch(
      (caught: unknown) => caught,
    );
    expect((error as NoResponseError).kind).toBe('aborted');
  });

  test('a refused connection and a failed handshake have different messages', async () => {
    const url = await listen((_req, res) => res.end());
    const tls = guardedFetch(url.replace('http:', 'https:'), {}, PRIVATE);
    await expect(tls).rejects.toMatchObject({ kind: 'unreachable', message: expect.stringContaining('TLS') });
    const [server] = servers.splice(0);
    await new Promise((resolve) => server?.close(resolve));
    await expect(guardedFetch(url, {}, PRIVATE)).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'The connection was refused.',
    });
  });
});
