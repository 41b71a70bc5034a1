import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ICON_PATH,
  listHeadings,
  llmsIndex,
  markdownToHtml,
  readDocuments,
  renderDocument,
  renderIndex,
  resolveLink,
  STYLE_PATH,
} from '../src/index.ts';

test('equal headings have different anchors', () => {
  const markdown = '# A\n\n## Do `it`\n\n## Do it\n\n### See [there](b.md)\n';
  expect(listHeadings(markdown).map(({ text, anchor }) => [text, anchor])).toEqual([
    ['Do it', 'do-it'],
    ['Do it', 'do-it-1'],
    ['See there', 'see-there'],
  ]);
  const document = { path: 'a', file: 'a.md', group: 'B', title: 'A', summary: '', markdown };
  const html = markdownToHtml(document, { paths: new Set(), operations: [], pictures: new Map() });
  for (const id of ['do-it', 'do-it-1', 'see-there']) expect(html).toContain(` id="${id}"`);
});

test('markup in a document is shown as text', () => {
  const markdown =
    '# A <script>alert(1)</script>\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1)) `<b>`';
  const document = {
    ...{ path: 'guides/a', file: 'guides/a.md', group: '<b>', title: 'A <b>', summary: '<i>' },
    markdown,
  };
  const library = { documents: [document], files: new Map(), operations: [], first: document };
  for (const html of [renderDocument(document, library), renderIndex(library)])
    expect(html).not.toMatch(/<script(?! type="module" src="\/docs\/)|<img|javascript:|<b>|<i>/);
});

test('an image that this server does not have is replaced by its text', () => {
  const markdown =
    '![a](https://elsewhere.example/a.webp) ![b](../pictures/none.webp) ![c](data:image/png;base64,AA)';
  const document = { path: 'guides/a', file: 'guides/a.md', group: '', title: '', summary: '', markdown };
  const pictures = new Map([['pictures/a.webp', { width: 1, height: 1 }]]);
  const html = markdownToHtml(document, { paths: new Set(), operations: [], pictures });
  expect(html).toBe('<article><p>a b c</p>\n</article>');
});

test('links lead to pages by file name, and only within the folder', () => {
  expect(resolveLink('guides/a.md', '../errors/README.md')).toBe('errors');
  expect(resolveLink('guides/a.md', 'b.md')).toBe('guides/b');
  expect(resolveLink('guides/a.md', '../../README.md')).toBeUndefined();
});

test('a folder without documents has only the reference', async () => {
  const empty = await readDocuments(join(tmpdir(), `voiceloom-${randomUUID()}`));
  expect(empty).toEqual([]);
  const library = { documents: empty, files: new Map(), operations: [], first: undefined };
  const hrefs = [...renderIndex(library).matchAll(/ href="(\/docs\/[^"]+)"/g)].map(([, href]) => href);
  expect(hrefs).toEqual([
    ...[STYLE_PATH, ICON_PATH, '/docs/reference', '/docs/reference', '/docs/reference'],
  ]);
  expect(llmsIndex(empty)).toContain('/openapi.json');
});
