import { createHash } from 'node:crypto';
import { Marked, type Tokens } from 'marked';
import { type Document, resolveLink, SECTIONS } from './documents.ts';
import { STYLE } from './style.ts';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Where the style sheet is; its name changes with its content, so it may be cached for good. */
export const STYLE_PATH = `/docs/assets/style-${createHash('sha256').update(STYLE).digest('hex').slice(0, 16)}.css`;

/** A heading as the end of an address, as the well-known forges make it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** The page of a document, with the list of all documents beside it; `files` are others that links may lead to. */
export function renderDocument(document: Document, all: Document[], files: readonly string[] = []): string {
  const known = new Set([...all.map(({ path }) => path), ...files]);
  const body = markdownTo(document, known);
  return page({
    title: document.title,
    body,
    all,
    current: document.path,
    source: `/docs/${document.path}.md`,
  });
}

/** The page that lists every document. */
export function renderIndex(all: Document[]): string {
  const lists = SECTIONS.map(({ key, title }) => {
    const items = all
      .filter(({ section }) => section === key)
      .map(
        ({ path, title: name, summary }) =>
          `<li><a href="/docs/${path}">${escapeHtml(name)}</a><p>${escapeHtml(summary)}</p></li>`,
      );
    return items.length === 0 ? '' : `<h2>${title}</h2><ul class="cards">${items.join('')}</ul>`;
  });
  const lead =
    '<p>Scripts to publish-ready audio. New here? Start with the <a href="/docs/guides/quickstart">quickstart</a>; every operation is in the <a href="/docs/reference">API reference</a>.</p>';
  const body = `<h1>Voiceloom documentation</h1>${lead}${lists.join('')}`;
  return page({ title: 'Documentation', body, all, current: '', source: '/llms.txt' });
}

function markdownTo({ path, markdown }: Document, known: Set<string>): string {
  const file = known.has(path) && markdown !== '' ? fileOf(path) : path;
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    renderer: {
      heading(token: Tokens.Heading) {
        const text = this.parser.parseInline(token.tokens);
        return `<h${token.depth} id="${escapeHtml(anchorOf(token.text))}">${text}</h${token.depth}>\n`;
      },
      link(token: Tokens.Link) {
        const text = this.parser.parseInline(token.tokens);
        const href = addressOf(file, token.href, known);
        return href === undefined ? text : `<a href="${escapeHtml(href)}">${text}</a>`;
      },
      // Documents hold no markup of their own; what looks like it is meant to be read.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      image: ({ text }: Tokens.Image) => escapeHtml(text),
    },
  });
  return `<article>${marked.parse(markdown) as string}</article>`;
}

const FOLDERS = new Set(['errors', 'adr']);
const fileOf = (path: string): string => (FOLDERS.has(path) ? `${path}/README.md` : `${path}.md`);

/** Links among documents lead to their pages; to files that are not served they are text. */
function addressOf(file: string, link: string, known: Set<string>): string | undefined {
  if (/^(https?:|mailto:|#)/.test(link)) return link;
  const [target = '', anchor] = link.split('#');
  const path = resolveLink(file, target);
  if (path === undefined || !known.has(path)) return undefined;
  return `/docs/${path}${anchor === undefined ? '' : `#${anchor}`}`;
}

type Parts = { title: string; body: string; all: Document[]; current: string; source: string };

function page({ title, body, all, current, source }: Parts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Voiceloom</title>
<link rel="stylesheet" href="${STYLE_PATH}">
<link rel="alternate" type="text/markdown" href="${escapeHtml(source)}">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<nav aria-label="Documents">${navigation(all, current)}</nav>
<main id="content">${body}</main>
</body>
</html>
`;
}

function navigation(all: Document[], current: string): string {
  const sections = SECTIONS.map(({ key, title }) => {
    const items = all.filter(({ section }) => section === key).map((one) => entry(one, current));
    if (items.length === 0) return '';
    const isOpen = key === 'guides' || all.some(({ path, section }) => path === current && section === key);
    return `<details${isOpen ? ' open' : ''}><summary>${title}</summary><ul>${items.join('')}</ul></details>`;
  });
  return `<a class="brand" href="/docs">Voiceloom</a><a href="/docs/reference">API reference</a>${sections.join('')}`;
}

function entry({ path, title }: Document, current: string): string {
  const mark = path === current ? ' aria-current="page"' : '';
  return `<li><a href="/docs/${path}"${mark}>${escapeHtml(title)}</a></li>`;
}
