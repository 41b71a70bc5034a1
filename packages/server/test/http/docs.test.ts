import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERROR_CODES } from '@voiceloom/contract';
import openapi from '@voiceloom/contract/openapi.json' with { type: 'json' };
import {
  findOperations,
  ICON_PATH,
  readDocuments,
  readOperations,
  resolveLink,
  toAnchor,
} from '@voiceloom/docs-site';
import express, { type ErrorRequestHandler } from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContractDocument } from '../../src/http/contract-document.ts';
import { docsRoutes } from '../../src/http/docs/index.ts';
import { OTHER_PATHS } from '../../src/http/server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ROUTES } from '../support/routes.ts';

const operations = readOperations(Buffer.from(JSON.stringify(openapi)));

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const get = (path: string) => server.request('GET', path);
const hrefsIn = (html: string) => [...html.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href ?? '');

test('every page is reachable from /docs, and every link on it resolves, including its heading', async () => {
  const pages = new Map<string, string>();
  const open = ['/docs'];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    if (pages.has(path)) continue;
    const { status, text, headers } = await get(path);
    expect([path, status]).toEqual([path, 200]);
    pages.set(path, text);
    if (!headers.get('content-type')?.startsWith('text/html')) continue;
    for (const href of hrefsIn(text).filter((one) => one.startsWith('/')))
      open.push(href.split('#')[0] ?? '');
  }
  for (const document of await readDocuments()) expect(pages.has(`/docs/${document.path}`)).toBe(true);
  const addresses = new Set(operations.map(({ address }) => address));
  const dead = [...pages].flatMap(([path, html]) =>
    hrefsIn(html).flatMap((href) => {
      const [target, anchor] = href.split('#');
      if (anchor === undefined || /^https?:/.test(href) || href === '#content') return [];
      if (target === '/docs/reference') return addresses.has(href) ? [] : [`${path} -> ${href}`];
      const there = pages.get(target === '' ? path : (target ?? ''))?.includes(` id="${anchor}"`);
      return there ? [] : [`${path} -> ${href}`];
    }),
  );
  expect(dead).toEqual([]);
});

test('the guide lists every path outside of /api/v1 with its authentication', async () => {
  const guide = (await readDocuments()).find(({ path }) => path === 'guides/authentication');
  const [, section = ''] = guide?.markdown.split('## Paths outside') ?? [];
  const listed = [...(section.split('\n## ')[0] ?? '').matchAll(/`(\/[^`]*)`/g)].map(([, path]) => path);
  const paths = [...OTHER_PATHS, ...ROUTES.filter(({ path }) => !path.startsWith('/api/v1/'))];
  for (const { path } of paths) expect(listed).toContain(path.replace(/:ticket$/, '…'));
});

test('every error code has its page', async () => {
  for (const code of ERROR_CODES) {
    const { status, text } = await get(`/docs/errors/${code}`);
    expect([code, status, text.includes(`<h1 id="${toAnchor(code)}">`)]).toEqual([code, 200, true]);
  }
});

test('pages load a style sheet, a script and an icon from this server, and nothing from elsewhere', async () => {
  const { headers, text } = await get('/docs/guides/quickstart');
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; /,
  );
  expect(text).not.toMatch(/<script(?! type="module" src=)|<img|<iframe| on\w+=| style="/);
  const loaded = [
    ...text.matchAll(/<(?:link rel="(?:stylesheet|icon)"|script)[^>]* (?:href|src)="([^"]+)"/g),
  ];
  expect(loaded).toHaveLength(3);
  for (const [, path = ''] of loaded) {
    const asset = await get(path);
    expect([path, asset.status]).toEqual([path, 200]);
    expect(asset.headers.get('content-type')).toMatch(/^(text\/(css|javascript)|image\/svg\+xml)/);
    expect(asset.text).not.toMatch(/url\(|@import|https?:(?!\/\/www\.w3\.org\/2000\/svg)|eval\(|innerHTML/);
  }
});

test('a document is not sent again if the client has it, and is compressed', async () => {
  for (const path of [
    '/docs',
    '/docs/guides/quickstart',
    '/docs/reference',
    '/docs/search.json',
    '/llms-full.txt',
    '/openapi.json',
  ]) {
    const first = await fetch(`${server.url}${path}`);
    const tag = first.headers.get('etag') ?? '';
    expect([path, first.headers.get('content-encoding')]).toEqual([path, 'gzip']);
    expect(first.headers.get('vary')).toContain('Accept-Encoding');
    const size = (await first.arrayBuffer()).byteLength;
    const headers = { 'If-None-Match': `"other", ${tag}` };
    expect([path, (await fetch(`${server.url}${path}`, { headers })).status]).toEqual([path, 304]);
    const plain = await fetch(`${server.url}${path}`, { headers: { 'Accept-Encoding': 'identity' } });
    expect([path, plain.headers.get('content-encoding')]).toEqual([path, null]);
    expect((await plain.arrayBuffer()).byteLength).toBe(size);
    const head = await fetch(`${server.url}${path}`, { method: 'HEAD' });
    expect([path, head.status, head.headers.get('etag'), await head.text()]).toEqual([path, 200, tag, '']);
  }
});

test('the table of contents orders the documents, and describes each in a sentence', async () => {
  const documents = await readDocuments();
  const guides = documents.filter(({ path }) => path.startsWith('guides/'));
  expect(guides[0]?.path).toBe('guides/quickstart');
  for (const { path, summary } of guides)
    expect([path, summary]).toEqual([path, expect.stringMatching(/\.$/)]);
  const { text: list } = await get('/docs');
  const { text: program } = await get('/llms.txt');
  const { text: page } = await get('/docs/guides/scripts');
  const place = (text: string, path: string) => text.indexOf(path);
  for (const [at, { path, file }] of documents.slice(1).entries()) {
    const { path: before = '', file: previous = '' } = documents[at] ?? {};
    expect(place(list, `"/docs/${path}"`)).toBeGreaterThan(place(list, `"/docs/${before}"`));
    expect(place(program, `(/docs/${file})`)).toBeGreaterThan(place(program, `(/docs/${previous})`));
  }
  const { summary = '' } = guides.find(({ path }) => path === 'guides/scripts') ?? {};
  expect(page).toContain(`<meta name="description" content="${summary}">`);
  expect(program).toContain(`(/docs/guides/scripts.md): ${summary}`);
});

test('pages link to their neighbors, and list their headings', async () => {
  const { text } = await get('/docs/guides/workflows');
  expect(text).toMatch(/<a rel="prev" href="\/docs\/guides\/concepts">/);
  expect(text).toMatch(/<a rel="next" href="\/docs\/guides\/runs">/);
  expect(text).toMatch(/<nav class="on-this-page"[^>]*>.*href="#/);
});

test('the search has every section and operation, and each of its links resolves', async () => {
  const { body, headers } = await get('/docs/search.json');
  expect(headers.get('etag')).toMatch(/^W\//);
  const documents = await readDocuments();
  expect(body).toContainEqual(expect.objectContaining({ title: 'Start a run' }));
  const pages = new Set(body.map(({ page }: { page: string }) => page));
  for (const { path } of documents) expect(pages).toContain(`/docs/${path}`);
  for (const { address } of operations) expect(pages).toContain(address);
  const limits = { page: '/docs/guides/limits', anchor: 'files-and-scripts', heading: 'Files and scripts' };
  expect(body).toContainEqual(expect.objectContaining(limits));
  for (const { path } of documents) {
    const { text } = await get(`/docs/${path}`);
    for (const { page, anchor } of body)
      if (page === `/docs/${path}` && anchor !== '') expect(text).toContain(` id="${anchor}"`);
  }
});

test('the root of the service redirects to the documents', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await fetch(server.url, { method, redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, '/docs']);
  }
});

test('documents are also available as Markdown, and llms.txt lists them all', async () => {
  const { text } = await get('/llms.txt');
  const listed = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path]) => path ?? '');
  expect(listed.filter((path) => path.endsWith('.md'))).toHaveLength((await readDocuments()).length);
  for (const path of listed) expect([path, (await get(path)).status]).toEqual([path, 200]);
  const quickstart = await get('/docs/guides/quickstart.md');
  expect(quickstart.headers.get('content-type')).toContain('text/markdown');
  expect((await get('/llms-full.txt')).text).toContain(quickstart.text.trim());
});

test('links of a document also work in its Markdown form', async () => {
  const documents = await readDocuments();
  const served = new Set(documents.map(({ file }) => `/docs/${file}`));
  const linked = documents.flatMap(({ file, markdown }) =>
    [...markdown.matchAll(/\]\(([^)#\s]+\.md)(?:#[^)]*)?\)/g)]
      .filter(([, link]) => resolveLink(file, link ?? '') !== undefined)
      .map(([, link = '']) => new URL(link, `${server.url}/docs/${file}`).pathname),
  );
  expect(linked.length).toBeGreaterThan(200);
  expect(linked.filter((path) => !served.has(path))).toEqual([]);
  const { text } = await get('/llms.txt');
  for (const path of served) {
    expect(text).toContain(`](${path})`);
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  }
});

test('a workflow that a guide sends is served as JSON, and the guide links to it', async () => {
  const quickstart = await get('/docs/guides/quickstart');
  expect(hrefsIn(quickstart.text)).toContain('/docs/guides/first-workflow.json');
  const { status, headers, body } = await get('/docs/guides/first-workflow.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(body.definition.graph.nodes).not.toHaveLength(0);
});

test('an extra slash, a folder and a file name of the repository redirect to the right page', async () => {
  for (const [path, there] of [
    ['/docs/', '/docs'],
    ['/docs/guides', '/docs'],
    ['/docs/guides/quickstart/', '/docs/guides/quickstart'],
    ['/docs/errors/', '/docs/errors'],
    ['/docs/reference/', '/docs/reference'],
    ['/docs/api', '/docs/reference'],
    ['/docs/api/', '/docs/reference'],
    ['/docs/errors/README', '/docs/errors'],
    ['/docs/errors.md', '/docs/errors/README.md'],
    ['/docs/errors.md/', '/docs/errors/README.md'],
  ]) {
    const { status, headers } = await fetch(`${server.url}${path}`, { redirect: 'manual' });
    expect([path, status, headers.get('location')]).toEqual([path, 301, there]);
  }
});

test('an unknown document is not found, whatever its name', async () => {
  for (const path of [
    '/docs/guides/none',
    '/docs/../package.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/guides/none.json',
    '/docs/guides/none/',
    '/docs/README.md',
    '/docs//example.com/',
    '/docs/%00',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

test('a browser gets a page for an unknown address, and a program the error', async () => {
  const asked = (accept: string) => fetch(`${server.url}/docs/guides/none`, { headers: { Accept: accept } });
  const page = await asked('text/html,application/xhtml+xml,*/*;q=0.8');
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('Page not found');
  const error = await asked('*/*');
  for (const { headers } of [page, error]) expect(headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
  expect([error.status, (await error.json()).error.code]).toEqual([404, 'NOT_FOUND']);
});

test('the reference links back to the guides, and also has an icon', async () => {
  const { text } = await get('/docs/reference');
  expect(hrefsIn(text)).toEqual(expect.arrayContaining(['/docs', ICON_PATH]));
  const icon = await get('/favicon.ico');
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});

test('an error for an API path without its prefix names the prefix', async () => {
  const told = async (path: string) => (await get(path)).body.error;
  expect(await told('/v1/voices')).toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('Paths of the API begin with /api/v1.'),
  });
  expect((await told('/api/v1/voice')).message).not.toContain('begin with');
});

test('every operation that a document names exists, and links to the reference', async () => {
  const documents = await readDocuments();
  const named = documents.flatMap(({ path, markdown }) =>
    [...markdown.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([A-Z]+ (?:…|\/api\/)[^`]*)`/g)].map(
      ([, code = '']) => ({ path, code, meant: findOperations(code, operations) ?? [] }),
    ),
  );
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter(({ meant }) => meant.length === 0)).toEqual([]);
  const { text } = await get('/docs/guides/workflows');
  expect(text).toContain('<a href="/docs/reference#tag/workflows/POST/api/v1/workflows/validate" title=');
});

test('the first page plays a sample, which is sent whole or in part and may be cached', async () => {
  const { text, headers: page } = await get('/docs');
  const [, address = ''] = /<audio controls preload="metadata" src="([^"]+)"/.exec(text) ?? [];
  expect(page.get('content-security-policy')).toContain("media-src 'self'");
  const whole = await fetch(`${server.url}${address}`);
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  expect(whole.headers.get('cache-control')).toBe('public, max-age=86400');
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(bytes.length).toBeLessThan(60_000);
  const part = await fetch(`${server.url}${address}`, { headers: { range: 'bytes=0-3' } });
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(0, 4)]);
  const modified = whole.headers.get('last-modified') ?? '';
  const known = { 'if-modified-since': modified, 'cache-control': 'max-age=0' };
  expect((await fetch(`${server.url}${address}`, { headers: known })).status).toBe(304);
});

test('guides show images from this server, with their size and alternative text', async () => {
  const picture =
    /<img src="(\/docs\/pictures\/[\w-]+\.webp)" alt="[^"]{20,}" width="(\d+)" height="(\d+)" loading="lazy">/g;
  const pages = await Promise.all(['studio', 'reviews'].map((name) => get(`/docs/guides/${name}`)));
  const found = pages.flatMap(({ text }) => [...text.matchAll(picture)]);
  expect(found.length).toBe(pages.flatMap(({ text }) => text.match(/<img/g) ?? []).length);
  expect(found.map(([, address]) => address).sort()).toEqual(
    ['deliver', 'new', 'review', 'run'].map((name) => `/docs/pictures/studio-${name}.webp`),
  );
  for (const [, address = '', width, height] of found) {
    const { status, headers } = await get(address);
    expect([address, status, headers.get('content-type')]).toEqual([address, 200, 'image/webp']);
    expect([Number(width) > 600, Number(height) > 300]).toEqual([true, true]);
  }
});

test('a server whose documents are not built names the command that builds them', async () => {
  const onError: ErrorRequestHandler = (error, _req, res, _next) => res.status(404).send(error.message);
  const routes = docsRoutes(readContractDocument(), join(tmpdir(), `voiceloom-${randomUUID()}`));
  const other = express().use(routes).use(onError).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  for (const path of ['/docs', '/docs/guides/quickstart', '/llms.txt']) {
    const response = await fetch(`${url}${path}`);
    expect([path, response.status, await response.text()]).toEqual([
      ...[path, 404, 'The documents are not built on this server. Run npm run setup.'],
    ]);
  }
  expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
  await new Promise((resolve) => other.close(resolve));
});
