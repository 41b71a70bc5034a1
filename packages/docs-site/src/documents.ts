import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the documents, next to the packages. */
const FOLDER = fileURLToPath(new URL('../../../docs', import.meta.url));

/** The table of contents, which defines groups and their order. */
const CONTENTS = 'README.md';

/** The groups of the documents that the table of contents does not list. */
const ERRORS = 'Error codes';
const OTHERS = 'More';

export interface Document {
  /** The path below `/docs/`, such as `guides/quickstart`. A README has the path of its folder. */
  path: string;
  /** The path of the file below `docs`. */
  file: string;
  group: string;
  title: string;
  /** One sentence; may be empty. */
  summary: string;
  markdown: string;
}

/** Documents for maintainers. They are not served. */
const INTERNAL = /^(adr|design)\//;

/** Groups that most readers do not need. */
export const isSecondaryGroup = (group: string): boolean => group === ERRORS;

/** All documents in reading order, with the error codes last. Empty if the installation has no such folder. */
export async function readDocuments(folder = FOLDER): Promise<Document[]> {
  const files = (await listNames(folder)).filter((name) => name.endsWith('.md') && !INTERNAL.test(name));
  if (!files.includes(CONTENTS)) return [];
  const groups = await readGroups(folder);
  const entries = groups.flatMap((group) =>
    group.entries.map(({ file, summary }) => ({ file, group: group.title, summary })),
  );
  const entryFiles = new Set([CONTENTS, ...entries.map(({ file }) => file)]);
  const others = files.filter((file) => !entryFiles.has(file)).sort((a, b) => a.localeCompare(b, 'en'));
  const isError = (file: string) => file.startsWith('errors/');
  return Promise.all([
    ...entries.filter(({ file }) => files.includes(file)).map((source) => readDocument(folder, source)),
    ...others.filter((file) => !isError(file)).map((file) => readDocument(folder, { file, group: OTHERS })),
    ...others.filter(isError).map((file) => readDocument(folder, { file, group: ERRORS })),
  ]);
}

/** The groups of the table of contents. If it lists the README of a folder, the groups of that README follow. */
export async function readGroups(folder = FOLDER): Promise<Group[]> {
  const groups = readContents(await readFile(join(folder, CONTENTS), 'utf8'));
  const existing = new Set(await listNames(folder));
  const files = groups.flatMap(({ entries }) => entries.map(({ file }) => file));
  const inner = files
    .filter((file) => file.endsWith(`/${CONTENTS}`) && existing.has(file))
    .map(async (file) =>
      readContents(await readFile(join(folder, file), 'utf8')).map(({ title, entries }) => ({
        title,
        entries: entries.map((entry) => ({ ...entry, file: join(dirname(file), entry.file) })),
      })),
    );
  return [...groups, ...(await Promise.all(inner)).flat()];
}

/** The introduction of the first page. Undefined if the installation has no such folder. */
export async function readFirstPage(folder = FOLDER): Promise<Document | undefined> {
  if (!(await listNames(folder)).includes(CONTENTS)) return undefined;
  const contents = await readFile(join(folder, CONTENTS), 'utf8');
  const markdown = contents.slice(0, contents.indexOf(`\n## ${readContents(contents)[0]?.title}\n`));
  return { path: '', file: CONTENTS, group: '', title: 'Documentation', summary: '', markdown };
}

/** Spoken audio for the first page. */
export const SAMPLE = 'sample.mp3';
export const SAMPLE_FILE = join(FOLDER, SAMPLE);

/** Files that documents show or link to, such as pictures or workflows, by their path below `/docs/`. */
export async function readFiles(folder = FOLDER): Promise<Map<string, Buffer>> {
  const files = (await listNames(folder)).filter((name) =>
    /^(?:guides\/[^/]+\.json|pictures\/[^/]+\.webp)$/.test(name),
  );
  const contents = files.map(async (file) => [file, await readFile(join(folder, file))] as const);
  return new Map(await Promise.all(contents));
}

/** The files of a folder and its subfolders, with `/` in their paths. None if the folder does not exist. */
async function listNames(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.map((name) => name.split(sep).join('/'));
}

/** Reads a page. Its title is its first heading. */
async function readDocument(
  folder: string,
  source: { file: string; group: string; summary?: string },
): Promise<Document> {
  const { file, group } = source;
  const markdown = await readFile(join(folder, file), 'utf8');
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? file;
  let { summary = '' } = source;
  // The second line of the page of an error code is its meaning.
  if (group === ERRORS) summary ||= /^HTTP \d+\. .+$/m.exec(markdown)?.[0] ?? '';
  return { path: toPath(file), file, group, title, summary, markdown };
}

/** The path of `guides/quickstart.md` is `guides/quickstart`; that of `errors/README.md` is `errors`. */
const toPath = (file: string): string => file.replace(/\.md$/, '').replace(/(^|\/)README$/, '');

/** The target of a link in a document, as a path below `/docs/`. Undefined if it is outside the folder. */
export function resolveLink(from: string, link: string): string | undefined {
  const target = new URL(link, `file:///docs/${from}`).pathname;
  const inside = relative('/docs', target);
  if (inside.startsWith('..')) return undefined;
  return toPath(inside);
}

/** Documents that are read together. */
export interface Group {
  title: string;
  entries: { file: string; title: string; summary: string }[];
}

const HEADING = /^## (.+)$/;
const ENTRY = /^- \[([^\]]+)\]\(([^)]+)\): (.+)$/;

/** Reads the table of contents, `docs/README.md`: its groups and documents in reading order. */
export function readContents(markdown: string): Group[] {
  const groups: Group[] = [];
  for (const line of markdown.split('\n')) {
    const [, heading] = HEADING.exec(line) ?? [];
    if (heading !== undefined) groups.push({ title: heading, entries: [] });
    // `- [Title](guides/file.md): A summary.`
    const [, title = '', file = '', summary = ''] = ENTRY.exec(line) ?? [];
    if (title !== '') groups.at(-1)?.entries.push({ title, file, summary: summary.replaceAll(/[`*]/g, '') });
  }
  return groups.filter(({ entries }) => entries.length > 0);
}

const INTRODUCTION = `# Voiceloom

> Turns scripts into publish-ready audio: a workflow of nodes speaks, checks, retries, masters and packs the lines of a script, in many
> languages. A multi-tenant JSON-over-HTTP API with an SDK for JavaScript and a command line; one contract describes all three.

Every address below is Markdown. The whole API is in [openapi.json](/openapi.json) (OpenAPI 3.1).
`;

/** The list of all documents for language models, in the format of llmstxt.org. */
export function llmsIndex(all: Document[]): string {
  let index = INTRODUCTION;
  for (const [group, documents] of Map.groupBy(all, (document) => document.group)) {
    // llmstxt.org defines the title "Optional" for what may be omitted from a short context.
    const title = isSecondaryGroup(group) ? 'Optional' : group;
    const lines = documents.map(
      (one) => `- [${one.title}](/docs/${one.file})${one.summary && `: ${one.summary}`}`,
    );
    index += `\n## ${title}\n\n${lines.join('\n')}\n`;
  }
  return index;
}

/** Guides, errors and operations in one text. */
export function llmsFull(all: Document[]): string {
  const parts = all.map(({ file, markdown }) => `<!-- /docs/${file} -->\n\n${markdown.trim()}\n`);
  return `${INTRODUCTION}\n${parts.join('\n---\n\n')}`;
}
