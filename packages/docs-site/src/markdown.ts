import { Marked, type Token, type Tokens } from 'marked';
import { type Document, resolveLink } from './documents.ts';
import { findOperations, type Operation } from './operations.ts';
import type { Size } from './webp.ts';

/** Escapes text for HTML content and attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A heading below the title of a document, with its anchor. */
export interface Heading {
  depth: number;
  text: string;
  anchor: string;
}

/** The anchor of a heading, in the form that GitHub and similar sites use. */
export const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/<[^<>]+>/g, '')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Returns a function that makes the anchors of equal headings unique, as GitHub does. */
function createAnchors(): (text: string) => string {
  const counts = new Map<string, number>();
  return (text) => {
    const anchor = toAnchor(text);
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    if (count === 0) return anchor;
    return `${anchor}-${count}`;
  };
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** The headings of a document, except its title. */
export function listHeadings(markdown: string): Heading[] {
  const anchorFor = createAnchors();
  return new Marked({ gfm: true })
    .lexer(markdown)
    .filter(isHeading)
    .map(({ depth, tokens }) => ({ depth, text: toText(tokens), anchor: anchorFor(toText(tokens)) }))
    .filter(({ depth }) => depth > 1);
}

/** The text of inline tokens, without their markup. */
function toText(tokens: Token[]): string {
  const texts = tokens.map((token) => {
    if ('tokens' in token && token.tokens) return toText(token.tokens);
    return (token as Tokens.Text).text;
  });
  return texts.join('');
}

/** The text between two headings. The first section is the text before the first heading. */
export interface Section {
  /** Like `heading`, empty before the first heading. */
  anchor: string;
  heading: string;
  /** The text in one line, including code. */
  text: string;
}

/** The sections of a page for the search, each with its text as one line. The first has no heading. */
export function listSections(markdown: string): Section[] {
  const anchorFor = createAnchors();
  const sections: Section[] = [{ anchor: '', heading: '', text: '' }];
  for (const token of new Marked({ gfm: true }).lexer(markdown)) {
    if (isHeading(token)) {
      const anchor = anchorFor(toText(token.tokens));
      if (token.depth > 1) sections.push({ anchor, heading: toText(token.tokens), text: '' });
      continue;
    }
    const section = sections.at(-1);
    if (section) section.text = `${section.text} ${toWords(token)}`.replaceAll(/\s+/g, ' ').trim();
  }
  return sections;
}

/** The text of a token. Blocks are separated by spaces. */
function toWords(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flatMap((cells) => cells.map((cell) => toText(cell.tokens))).join(' ');
  }
  if (token.type === 'list') {
    const { items } = token as Tokens.List;
    return items.flatMap((item) => item.tokens.map(toWords)).join(' ');
  }
  return toText([token]);
}

/** The targets that links and pictures of a document may have. */
export interface LinkTargets {
  /** The paths of the documents and files below `/docs/`. */
  paths: ReadonlySet<string>;
  operations: readonly Operation[];
  /** The pictures of this server, by path. Other pictures are shown as text. */
  pictures: ReadonlyMap<string, Size>;
}

/**
 * Renders a page: headings with anchors, code that names an operation with a link to it, and links checked against
 * `targets`.
 */
export function markdownToHtml({ file, markdown }: Document, targets: LinkTargets): string {
  const { paths, operations, pictures } = targets;
  const anchorFor = createAnchors();
  let isInLink = false;
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    renderer: {
      heading({ depth, tokens }: Tokens.Heading) {
        const id = escapeHtml(anchorFor(toText(tokens)));
        const heading = `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`;
        if (depth === 1) return `${heading}\n`;
        const label = `Link to “${escapeHtml(toText(tokens))}”`;
        return `<div class="heading">${heading}<a class="anchor" href="#${id}" aria-label="${label}">#</a></div>\n`;
      },
      code({ text, lang }: Tokens.Code) {
        const language = /^\w+/.exec(lang ?? '')?.[0] ?? 'text';
        return `<div class="code"><pre><code class="language-${language}">${escapeHtml(text)}\n</code></pre></div>\n`;
      },
      codespan({ text }: Tokens.Codespan) {
        const code = `<code>${escapeHtml(text)}</code>`;
        if (isInLink) return code;
        const [operation, ...others] = findOperations(text, operations) ?? [];
        if (operation === undefined || others.length > 0) return code;
        const { address, summary } = operation;
        return `<a href="${escapeHtml(address)}" title="${escapeHtml(summary)}">${code}</a>`;
      },
      link(token: Tokens.Link) {
        isInLink = true;
        const text = this.parser.parseInline(token.tokens);
        isInLink = false;
        const href = resolveAddress(file, token.href, paths);
        if (href === undefined) return text;
        if (href.endsWith('.mp3'))
          return `<audio controls preload="metadata" src="${href}" aria-label="${text}"></audio><span>${text}</span>`;
        return `<a href="${escapeHtml(href)}">${text}</a>`;
      },
      // Documents contain no HTML. Anything that looks like HTML is shown as text.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      image({ href, text }: Tokens.Image) {
        const path = resolveLink(file, href) ?? '';
        const size = pictures.get(path);
        if (size === undefined) return escapeHtml(text);
        // Includes the size, so that the text below does not move when the picture loads.
        return `<img src="/docs/${escapeHtml(path)}" alt="${escapeHtml(text)}" width="${size.width}" height="${size.height}" loading="lazy">`;
      },
    },
  });
  const html = marked.parse(markdown) as string;
  // A wrapper scrolls wide tables. If tables scrolled themselves, they would lose their table layout.
  const scrolled = html
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  return `<article>${scrolled}</article>`;
}

/** The URL of a link to a document or to another site. Undefined for a file that is not served, which becomes text. */
function resolveAddress(file: string, link: string, paths: ReadonlySet<string>): string | undefined {
  if (/^(https?:|mailto:|#)/.test(link)) return link;
  const [target = '', anchor] = link.split('#');
  const path = resolveLink(file, target);
  const end = anchor === undefined ? '' : `#${anchor}`;
  if (path === '') return `/docs${end}`;
  if (path === undefined || !paths.has(path)) return undefined;
  return `/docs/${path}${end}`;
}
