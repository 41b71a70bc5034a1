import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERROR_CODES } from '@voiceloom/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDocuments, resolveLink } from '../../src/http/docs/documents.ts';
import { llmsIndex } from '../../src/http/docs/llms.ts';
import { anchorOf, renderDocument, renderIndex } from '../../src/http/docs/render.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const get = (path: string) => server.request('GET', path);
const hrefsIn = (html: string) => [...html.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href ?? '');

test('every page is reached from /docs, every link on it leads somewhere, to its heading too', async () => {
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
  const dead = [...pages].flatMap(([path, html]) =>
    hrefsIn(html).flatMap((href) => {
      const [target, anchor] = href.split('#');
      if (anchor === undefined || /^https?:/.test(href) || href === '#content') return [];
      const there = pages.get(target === '' ? path : (target ?? ''))?.includes(` id="${anchor}"`);
      return there ? [] : [`${path} -> ${href}`];
    }),
  );
  expect(dead).toEqual([]);
});

test('every error code has its page', async () => {
  for (const code of ERROR_CODES) {
    const { status, text } = await get(`/docs/errors/${code}`);
    expect([code, status, text.includes(`<h1 id="${anchorOf(code)}">`)]).toEqual([code, 200, true]);
  }
});

test('pages run nothing and load nothing from elsewhere', async () => {
  const { headers, text } = await get('/docs/guides/quickstart');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
  expect(text).not.toMatch(/<script|<img|<iframe| on\w+=| style="/);
  const style = await get(hrefsIn(text).find((href) => href.endsWith('.css')) ?? '');
  expect(style.headers.get('content-type')).toContain('text/css');
  expect(style.text).not.toMatch(/url\(|@import/);
});

test('documents are there as Markdown, and llms.txt lists them all', async () => {
  const { text } = await get('/llms.txt');
  const listed = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path]) => path ?? '');
  expect(listed.filter((path) => path.endsWith('.md'))).toHaveLength((await readDocuments()).length);
  for (const path of listed) expect([path, (await get(path)).status]).toEqual([path, 200]);
  const quickstart = await get('/docs/guides/quickstart.md');
  expect(quickstart.headers.get('content-type')).toContain('text/markdown');
  expect((await get('/llms-full.txt')).text).toContain(quickstart.text.trim());
});

test('a workflow that a guide sends is served as JSON, and the guide leads to it', async () => {
  const quickstart = await get('/docs/guides/quickstart');
  expect(hrefsIn(quickstart.text)).toContain('/docs/guides/first-workflow.json');
  const { status, headers, body } = await get('/docs/guides/first-workflow.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(body.definition.graph.nodes).not.toHaveLength(0);
});

test('a slash too many, and the folder of the guides, lead to the list', async () => {
  for (const path of ['/docs/', '/docs/guides', '/docs/guides/']) {
    const { status, headers } = await fetch(`${server.url}${path}`, { redirect: 'manual' });
    expect([path, status, headers.get('location')]).toEqual([path, 301, '/docs']);
  }
});

test('what is not there is not found, whatever its name', async () => {
  for (const path of [
    '/docs/guides/none',
    '/docs/../package.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/guides/none.json',
    '/docs/guides/quickstart/',
    '/docs/%00',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

test('markup in a document is text', () => {
  const markdown =
    '# A <script>alert(1)</script>\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1)) `<b>`';
  const document = { path: 'guides/a', section: 'guides' as const, title: 'A <b>', summary: '<i>', markdown };
  for (const html of [renderDocument(document, [document]), renderIndex([document])])
    expect(html).not.toMatch(/<script|<img|javascript:|<b>|<i>/);
});

test('links go to pages by their files, and only within the folder', () => {
  expect(resolveLink('guides/a.md', '../errors/README.md')).toBe('errors');
  expect(resolveLink('guides/a.md', 'b.md')).toBe('guides/b');
  expect(resolveLink('guides/a.md', '../../README.md')).toBeUndefined();
});

test('an installation without documents has the reference alone', async () => {
  const empty = await readDocuments(join(await mkdtemp(join(tmpdir(), 'voiceloom-docs-')), 'none'));
  expect(empty).toEqual([]);
  expect(renderIndex(empty)).toContain('/docs/reference');
  expect(llmsIndex(empty)).toContain('/openapi.json');
});
