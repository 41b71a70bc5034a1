import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Group, readContents, readWelcome } from './contents.ts';

/** The folder of the documents, next to the packages. */
const FOLDER = fileURLToPath(new URL('../../../../../docs/', import.meta.url));

/** The table of contents, which defines groups and their order. */
const CONTENTS = 'README.md';

/** The group whose documents the table of contents does not list. */
const ERRORS = 'Error codes';
const OTHERS = 'More';

/** A document with its path and text. */
export interface Document {
  /** Below `/docs/`, such as `guides/quickstart`; a README is its folder. */
  path: string;
  /** The file, below the folder. */
  file: string;
  group: string;
  title: string;
  /** One sentence, or empty. */
  summary: string;
  markdown: string;
}

/** Documents for maintainers, which are not served. */
const INTERNAL = /^(adr|design)\//;

/** Groups that most readers can do without. */
export const isAside = (group: string): boolean => group === ERRORS;

/** All documents in reading order; none if an installation omits the folder. */
export async function readDocuments(folder = FOLDER): Promise<Document[]> {
  const files = (await namesIn(folder)).filter((name) => name.endsWith('.md') && !INTERNAL.test(name));
  if (!files.includes(CONTENTS)) return [];
  const groups = readContents(await readFile(join(folder, CONTENTS), 'utf8'));
  const places = placesOf(groups);
  const placeOf = (file: string) => places.get(file) ?? { group: groupOf(file), at: places.size };
  const order = [...groups.map(({ title }) => title), OTHERS, ERRORS];
  const documents = await Promise.all(
    files
      .filter((file) => file !== CONTENTS)
      .map(async (file) => {
        const { group, at, summary } = placeOf(file);
        return { at, document: await readDocument({ folder, file, group, summary }) };
      }),
  );
  const rank = ({ document: { group }, at }: { document: Document; at: number }) =>
    order.indexOf(group) * 1_000 + at;
  const sorted = documents.sort(
    (a, b) => rank(a) - rank(b) || a.document.file.localeCompare(b.document.file, 'en'),
  );
  return sorted.map(({ document }) => document);
}

/** The introduction of the first page; empty if an installation omits the folder. */
export async function readFirstPage(folder = FOLDER): Promise<Document | undefined> {
  const [file = ''] = (await namesIn(folder)).filter((name) => name === CONTENTS);
  if (file === '') return undefined;
  const markdown = readWelcome(await readFile(join(folder, file), 'utf8'));
  return { path: '', file, group: '', title: 'Documentation', summary: '', markdown };
}

/** A spoken sample, for the first page. */
export const SAMPLE = 'sample.mp3';
export const SAMPLE_FILE = join(FOLDER, SAMPLE);

/** JSON files that documents refer to, such as a workflow, by their path below `/docs/`. */
export async function readJsonFiles(folder = FOLDER): Promise<Map<string, string>> {
  const files = (await namesIn(folder)).filter((name) => /^guides\/[^/]+\.json$/.test(name));
  const texts = files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const);
  return new Map(await Promise.all(texts));
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.map((name) => name.split(sep).join('/'));
}

type Place = { group: string; at: number; summary?: string };

function placesOf(groups: readonly Group[]): Map<string, Place> {
  const listed = groups.flatMap(({ title, entries }) =>
    entries.map(({ file, summary }) => ({ file, group: title, summary })),
  );
  return new Map(listed.map(({ file, ...rest }, at) => [file, { ...rest, at }]));
}

type Source = { folder: string; file: string; group: string; summary: string | undefined };

async function readDocument({ folder, file, group, summary }: Source): Promise<Document> {
  const markdown = await readFile(join(folder, file), 'utf8');
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? file;
  return { path: pathOf(file), file, group, title, summary: summary ?? meaningOf(group, markdown), markdown };
}

/** The page of an error code says in its second line what the code means. */
const meaningOf = (group: string, markdown: string): string =>
  group === ERRORS ? (/^HTTP \d+\. .+$/m.exec(markdown)?.[0] ?? '') : '';

/** `guides/quickstart.md` is `guides/quickstart`, `errors/README.md` is `errors`. */
export const pathOf = (file: string): string => file.replace(/\.md$/, '').replace(/(^|\/)README$/, '');

/** The target of a link in a document, as a path below `/docs/`; undefined outside the folder. */
export function resolveLink(from: string, link: string): string | undefined {
  const target = new URL(link, `file:///docs/${from}`).pathname;
  const inside = relative('/docs', target);
  return inside.startsWith('..') ? undefined : pathOf(inside);
}

const groupOf = (file: string): string => (file.startsWith('errors/') ? ERRORS : OTHERS);
