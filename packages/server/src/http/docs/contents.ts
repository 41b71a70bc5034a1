/** A document in the table of contents. */
export interface Entry {
  /** Below `docs/`, such as `guides/quickstart.md`. */
  file: string;
  title: string;
  /** One sentence. */
  summary: string;
}

/** Documents that are read together. */
export interface Group {
  title: string;
  entries: Entry[];
}

const HEADING = /^## (.+)$/;
const ENTRY = /^- \[([^\]]+)\]\(([^)]+)\): (.+)$/;

/** What the table of contents begins with: the Markdown before the first group. */
export const readWelcome = (markdown: string): string =>
  markdown.slice(0, markdown.indexOf(`\n## ${readContents(markdown)[0]?.title}\n`));

/** The table of contents, `docs/README.md`: groups and documents in the order in which they are read. */
export function readContents(markdown: string): Group[] {
  const groups: Group[] = [];
  for (const line of markdown.split('\n')) {
    const [, heading] = HEADING.exec(line) ?? [];
    if (heading !== undefined) groups.push({ title: heading, entries: [] });
    const [, title = '', file = '', summary = ''] = ENTRY.exec(line) ?? [];
    if (title !== '') groups.at(-1)?.entries.push({ title, file, summary: summary.replaceAll(/[`*]/g, '') });
  }
  return groups.filter(({ entries }) => entries.length > 0);
}
