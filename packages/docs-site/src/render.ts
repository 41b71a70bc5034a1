import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Document, isSecondaryGroup, SAMPLE } from './documents.ts';
import { hashContent } from './hash.ts';
import { escapeHtml, type Heading, type LinkTargets, listHeadings, markdownToHtml } from './markdown.ts';
import type { Operation } from './operations.ts';
import { STYLE } from './style.ts';
import { readWebpSize, type Size } from './webp.ts';

/** The script of the pages for copying and searching. The pages can be read without it. */
export const SCRIPT = readFileSync(new URL('page/page.js', import.meta.url), 'utf8');

/** The search library, in its version for browsers. */
const minisearch = createRequire(import.meta.url).resolve('minisearch');
export const MINISEARCH = readFileSync(join(dirname(minisearch), '../es/index.js'), 'utf8');
export const MINISEARCH_PATH = `/docs/assets/minisearch-${hashContent(MINISEARCH)}.js`;

/** The search code, which pages load for their first search. */
export const SEARCH = readFileSync(new URL('page/search.js', import.meta.url), 'utf8').replace(
  "from 'minisearch'",
  `from '${MINISEARCH_PATH}'`,
);

/** These paths change with the content, so the files can be cached permanently. */
export const STYLE_PATH = `/docs/assets/style-${hashContent(STYLE)}.css`;
export const SCRIPT_PATH = `/docs/assets/page-${hashContent(SCRIPT)}.js`;
export const SEARCH_PATH = `/docs/assets/search-${hashContent(SEARCH)}.js`;
export const ICON_PATH = '/docs/assets/icon.svg';
export const PLACES_PATH = '/docs/search.json';

export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b57c2"/><path d="M3 7v2M6 4v8M9 6v4M12 3v10" stroke="#fff" stroke-width="1.5" stroke-linecap="round"/></svg>`;

/** All content below `/docs`. */
export interface Library {
  documents: Document[];
  /** Other files, by path. */
  files: ReadonlyMap<string, Buffer>;
  operations: readonly Operation[];
  /** The text of the first page; undefined without documents. */
  first: Document | undefined;
}

/** The page of a document, with the list of all documents beside it. */
export function renderDocument(document: Document, library: Library): string {
  const { documents: all } = library;
  const source = `/docs/${document.file}`;
  const body = [
    renderOutline(listHeadings(document.markdown)),
    markdownToHtml(document, getLinkTargets(library)),
    renderNeighbors(document, all),
    `<p class="source"><a href="${source}">This page as Markdown</a></p>`,
  ];
  const { title, path, summary } = document;
  return renderPage({ title, summary, body: body.join('\n'), all, current: path, source });
}

/** What pages can link to. */
function getLinkTargets({ documents, files, operations }: Library): LinkTargets {
  const paths = new Set([...documents.map(({ path }) => path), ...files.keys(), SAMPLE]);
  const pictures = new Map<string, Size>();
  for (const [path, bytes] of files) {
    const size = readWebpSize(bytes);
    if (size) pictures.set(path, size);
  }
  return { paths, operations, pictures };
}

/** The first page: a description of the service, links for each kind of reader, and all documents. */
export function renderIndex(library: Library): string {
  const { documents: all, first } = library;
  let body = '<h1>Voiceloom documentation</h1>';
  if (first !== undefined) {
    // A description of the service and a sample, then a card for each kind of reader.
    const [lead = '', ...cards] = first.markdown
      .split(/^(?=## )/m)
      .map((markdown) => markdownToHtml({ ...first, markdown }, getLinkTargets(library)));
    body = `<div class="welcome">${lead}</div><div class="paths">${cards.join('')}</div>`;
  }
  body += `<p>The <a href="/docs/reference">API reference</a> has every operation. For programs: <a href="/llms.txt">llms.txt</a>, <a href="/openapi.json">openapi.json</a>.</p>`;
  for (const [group, documents] of groupDocuments(all)) {
    const kind = isSecondaryGroup(group) ? 'names' : 'cards';
    const items = documents.map(
      ({ path, title, summary }) =>
        `<li><a href="/docs/${path}">${escapeHtml(title)}</a>${summary && `<p>${escapeHtml(summary)}</p>`}</li>`,
    );
    body += `<h2>${escapeHtml(group)}</h2><ul class="${kind}">${items.join('')}</ul>`;
  }
  const summary = 'Guides, API reference and error codes of this version of Voiceloom.';
  return renderPage({ title: 'Documentation', summary, body, all, current: '', source: '/llms.txt' });
}

/** The page for an address that does not exist. */
export function renderMissing(all: Document[]): string {
  const body =
    '<h1>Page not found</h1><p>It may have another name in this version. Search above, or look at the <a href="/docs">list of all documents</a>.</p>';
  const title = 'Not found';
  return renderPage({ title, summary: title, body, all, current: '', source: '/llms.txt' });
}

const groupDocuments = (all: Document[]): Map<string, Document[]> => Map.groupBy(all, ({ group }) => group);

/** A whole page of HTML. `source`: the address of the same page in Markdown. */
function renderPage(page: {
  title: string;
  summary: string;
  body: string;
  all: Document[];
  current: string;
  source: string;
}): string {
  const { title, summary, body, all, current, source } = page;
  let navigation = '';
  for (const [group, documents] of groupDocuments(all)) {
    const isOpen = !isSecondaryGroup(group) || documents.some(({ path }) => path === current);
    const items = documents.map((document) => {
      const mark = document.path === current ? ' aria-current="page"' : '';
      return `<li><a href="/docs/${document.path}"${mark}>${escapeHtml(document.title)}</a></li>`;
    });
    navigation += `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(group)}</summary><ul>${items.join('')}</ul></details>`;
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Voiceloom</title>
<meta name="description" content="${escapeHtml(summary || title)}">
<link rel="stylesheet" href="${STYLE_PATH}">
<link rel="icon" type="image/svg+xml" href="${ICON_PATH}">
<link rel="alternate" type="text/markdown" href="${escapeHtml(source)}">
<script type="module" src="${SCRIPT_PATH}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="brand" href="/docs">Voiceloom</a>
<search hidden><input type="search" aria-label="Search the documents" placeholder="Search ( / )" autocomplete="off" data-places="${PLACES_PATH}" data-search="${SEARCH_PATH}"><div class="found"><p role="status"></p><ul></ul></div></search>
<a class="to-documents" href="#documents">Contents</a>
<a href="/docs/reference">API reference</a>
</header>
<nav id="documents" aria-label="Documents"><a class="narrow" href="/docs/reference">API reference</a>${navigation}</nav>
<main id="content">${body}</main>
</body>
</html>
`;
}

/** The links to the sections of a page; empty if there are fewer than two. */
function renderOutline(headings: readonly Heading[]): string {
  const items = headings
    .filter(({ depth }) => depth === 2)
    .map(({ text, anchor }) => `<li><a href="#${escapeHtml(anchor)}">${escapeHtml(text)}</a></li>`);
  if (items.length < 2) return '';
  return `<nav class="on-this-page" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`;
}

/** The links to the previous and the next page. */
function renderNeighbors({ path }: Document, all: Document[]): string {
  const at = all.findIndex((one) => one.path === path);
  const renderLink = (one: Document | undefined, rel: string, word: string) => {
    if (one === undefined) return '';
    return `<a rel="${rel}" href="/docs/${one.path}"><span>${word}</span>${escapeHtml(one.title)}</a>`;
  };
  const links = `${renderLink(all[at - 1], 'prev', 'Previous')}${renderLink(all[at + 1], 'next', 'Next')}`;
  return links && `<nav class="neighbors" aria-label="Previous and next">${links}</nav>`;
}
