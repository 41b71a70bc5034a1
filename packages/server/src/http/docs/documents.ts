import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the documents, beside the packages. */
const FOLDER = fileURLToPath(new URL('../../../../../docs/', import.meta.url));

/** The parts of the documents in the order in which they are listed. */
export const SECTIONS = [
  { key: 'guides', title: 'Guides' },
  { key: 'errors', title: 'Errors' },
  { key: 'operating', title: 'Operating' },
  { key: 'adr', title: 'Decisions' },
] as const;
export type SectionKey = (typeof SECTIONS)[number]['key'];

/** One document: where it is served, and what it says. */
export interface Document {
  /** Below `/docs/`, such as `guides/quickstart`; a README is its folder. */
  path: string;
  section: SectionKey;
  title: string;
  /** The first paragraph, on one line. */
  summary: string;
  markdown: string;
}

/** What newcomers read first, and in this order; the rest follows by title. */
const FIRST = ['quickstart', 'authentication', 'workflows', 'runs', 'scripts', 'sdk', 'command-line', 'rest'];

/** Every document; none where the folder was left out of an installation. */
export async function readDocuments(folder = FOLDER): Promise<Document[]> {
  const files = (await namesIn(folder)).filter((name) => name.endsWith('.md'));
  const documents = await Promise.all(files.map((file) => readDocument(folder, file)));
  return documents.sort((a, b) => placeOf(a) - placeOf(b) || a.title.localeCompare(b.title, 'en'));
}

/** Files that documents name and readers send, such as a workflow: their text by path below `/docs/`. */
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

async function readDocument(folder: string, file: string): Promise<Document> {
  const markdown = await readFile(join(folder, file), 'utf8');
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? file;
  return { path: pathOf(file), section: sectionOf(file), title, summary: summaryOf(markdown), markdown };
}

/** `guides/quickstart.md` is `guides/quickstart`, `errors/README.md` is `errors`. */
export const pathOf = (file: string): string => file.replace(/\.md$/, '').replace(/(^|\/)README$/, '');

/** The document that a link in another one leads to, as a path below `/docs/`; undefined outside of the folder. */
export function resolveLink(from: string, link: string): string | undefined {
  const target = new URL(link, `file:///docs/${from}`).pathname;
  const inside = relative('/docs', target);
  return inside.startsWith('..') ? undefined : pathOf(inside);
}

function sectionOf(file: string): SectionKey {
  const folder = file.split('/')[0];
  return folder === 'guides' || folder === 'errors' || folder === 'adr' ? folder : 'operating';
}

function placeOf({ path, section }: Document): number {
  const order = SECTIONS.findIndex(({ key }) => key === section) * 1_000;
  const name = path.split('/')[1];
  if (name === undefined) return order;
  const first = FIRST.indexOf(name);
  return order + (section === 'guides' && first >= 0 ? first + 1 : 500);
}

function summaryOf(markdown: string): string {
  const paragraphs = markdown.split(/\n{2,}/).map((part) => part.trim());
  const first = paragraphs.find((part) => part !== '' && !/^[#|>`-]/.test(part)) ?? '';
  return first
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ');
}
