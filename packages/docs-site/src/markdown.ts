import { Marked, type Token, type Tokens } from 'marked';
import { type Document, resolveLink } from './documents.ts';
import { type Operation, operationsNamedBy } from './operations.ts';
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
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/<[^<>]+>/g, '')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Returns a function that makes the anchors of equal headings unique, as GitHub does. */
function anchors(): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) => {
    const anchor = anchorOf(text);
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  };
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** The headings of a document, except its title. */
export function headingsOf(markdown: string): Heading[] {
  const anchorFor = anchors();
  return new Marked({ gfm: true })
    .lexer(markdown)
    .filter(isHeading)
    .map(({ depth, tokens }) => ({ depth, text: textOf(tokens), anchor: anchorFor(textOf(tokens)) }))
    .filter(({ depth }) => depth > 1);
}

const textOf = (tokens: Token[]): string =>
  tokens
    .map((token) => ('tokens' in token && token.tokens ? textOf(token.tokens) : (token as Tokens.Text).text))
    .join('');

/** The text between two headings. The first section is the text before the first heading. */
export interface Section {
  /** Like `heading`, empty before the first heading. */
  anchor: string;
  heading: string;
  /** The text in one line, including code. */
  text: string;
}

export function sectionsOf(markdown: string): Section[] {
  const anchorFor = anchors();
  const sections: Section[] = [{ anchor: '', heading: '', text: '' }];
  for (const token of new Marked({ gfm: true }).lexer(markdown)) {
    if (isHeading(token)) {
      const anchor = anchorFor(textOf(token.tokens));
      if (token.depth > 1) sections.push({ anchor, heading: textOf(token.tokens), text: '' });
      continue;
    }
    const section = sections.at(-1);
    if (section) section.text = `${section.text} ${wordsOf(token)}`.replaceAll(/\s+/g, ' ').trim();
  }
  return sections;
}

/** The text of a token. Blocks are separated by spaces. */
function wordsOf(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flatMap((cells) => cells.map((cell) => textOf(cell.tokens))).join(' ');
  }
  if (token.type === 'list') {
    const { items } = token as Tokens.List;
    return items.flatMap((item) => item.tokens.map(wordsOf)).join(' ');
  }
  return textOf([token]);
}

/** The targets that links and pictures of a document may have. */
export interface Places {
  /** The paths of the documents below `/docs/`. */
  known: ReadonlySet<string>;
  operations: readonly Operation[];
  /** The pictures of this server, by path. Other pictures are shown as text. */
  pictures: ReadonlyMap<string, Size>;
}

export function markdownToHtml(
  { file, markdown }: Document,
  { known, operations, pictures }: Places,
): string {
  const anchorFor = anchors();
  let isInLink = false;
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    renderer: {
      heading({ depth, tokens }: Tokens.Heading) {
        const id = escapeHtml(anchorFor(textOf(tokens)));
        const heading = `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`;
        if (depth === 1) return `${heading}\n`;
        const label = `Link to “${escapeHtml(textOf(tokens))}”`;
        return `<div class="heading">${heading}<a class="anchor" href="#${id}" aria-label="${label}">#</a></div>\n`;
      },
      code({ text, lang }: Tokens.Code) {
        const language = /^\w+/.exec(lang ?? '')?.[0] ?? 'text';
        return `<div class="code"><pre><code class="language-${language}">${escapeHtml(text)}\n</code></pre></div>\n`;
      },
      codespan({ text }: Tokens.Codespan) {
        const code = `<code>${escapeHtml(text)}</code>`;
        const [meant, ...others] = (isInLink ? undefined : operationsNamedBy(text, operations)) ?? [];
        if (meant === undefined || others.length > 0) return code;
        return `<a href="${escapeHtml(meant.address)}" title="${escapeHtml(meant.summary)}">${code}</a>`;
      },
      link(token: Tokens.Link) {
        isInLink = true;
        const text = this.parser.parseInline(token.tokens);
        isInLink = false;
        const href = addressOf(file, token.href, known);
        if (href?.endsWith('.mp3')) return player(href, text);
        return href === undefined ? text : `<a href="${escapeHtml(href)}">${text}</a>`;
      },
      // Documents contain no HTML. Anything that looks like HTML is shown as text.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      image({ href, text }: Tokens.Image) {
        const path = resolveLink(file, href) ?? '';
        const size = pictures.get(path);
        return size ? picture(path, text, size) : escapeHtml(text);
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

const player = (href: string, text: string): string =>
  `<audio controls preload="metadata" src="${href}" aria-label="${text}"></audio><span>${text}</span>`;

/** Includes the size, so that the text below does not move when the picture loads. */
const picture = (path: string, text: string, { width, height }: Size): string =>
  `<img src="/docs/${escapeHtml(path)}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy">`;

/** The URL of a link to a document or to another site. Undefined for a file that is not served, which becomes text. */
function addressOf(file: string, link: string, known: ReadonlySet<string>): string | undefined {
  if (/^(https?:|mailto:|#)/.test(link)) return link;
  const [target = '', anchor] = link.split('#');
  const path = resolveLink(file, target);
  const end = anchor === undefined ? '' : `#${anchor}`;
  if (path === '') return `/docs${end}`;
  return path !== undefined && known.has(path) ? `/docs/${path}${end}` : undefined;
}
