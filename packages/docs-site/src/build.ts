import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  llmsFull,
  llmsIndex,
  readDocuments,
  readFiles,
  readFirstPage,
  SAMPLE,
  SAMPLE_FILE,
} from './documents.ts';
import { hashContent } from './hash.ts';
import { readOperations } from './operations.ts';
import { REFERENCE_PATH, REFERENCE_SCRIPT, renderReference } from './reference.ts';
import * as pages from './render.ts';
import { searchIndex } from './search.ts';
import { STYLE } from './style.ts';

const compress = promisify(gzip);

/** A file of the site, as `site.json` describes it. */
interface SiteFile {
  /** The path in the folder. The same path with `.gz` is the compressed form. */
  file: string;
  /** A media type, or an extension. */
  type: string;
  hash: string;
  /** Whether the URL changes with the content. */
  isImmutable: boolean;
}

const HTML = 'html';
const MARKDOWN = 'text/markdown; charset=utf-8';
const SCRIPT = 'text/javascript';
const TEXT = 'text/plain; charset=utf-8';
const ICON_TYPE = 'image/svg+xml';
/** The page for addresses that do not exist has none itself. */
const MISSING = 'missing';

/** Writes all files of the site, and `site.json`, which lists them by URL. */
export async function buildSite(folder: string): Promise<void> {
  const openapi = await readFile(createRequire(import.meta.url).resolve('@voiceloom/contract/openapi.json'));
  const operations = readOperations(openapi);
  const [documents, files, first] = await Promise.all([readDocuments(), readFiles(), readFirstPage()]);
  const library: pages.Library = { documents, files, operations, first };

  const site: Record<string, SiteFile> = {};
  const writing: Promise<void>[] = [];
  const add = (path: string, type: string, content: string | Buffer, isImmutable = false) => {
    const file = `${path.slice(1)}${type === HTML ? '.html' : ''}`;
    site[path] = { file, type, hash: hashContent(content), isImmutable };
    writing.push(write(join(folder, file), Buffer.from(content)));
  };

  add('/docs', HTML, pages.renderIndex(library));
  for (const document of documents) {
    add(`/docs/${document.path}`, HTML, pages.renderDocument(document, library));
    add(`/docs/${document.file}`, MARKDOWN, document.markdown);
  }
  for (const [path, bytes] of files) add(`/docs/${path}`, extname(path), bytes);
  add(`/${MISSING}`, HTML, pages.renderMissing(documents));
  add('/docs/reference', HTML, renderReference());
  add(REFERENCE_PATH, SCRIPT, REFERENCE_SCRIPT, true);
  add(pages.STYLE_PATH, 'css', STYLE, true);
  add(pages.SCRIPT_PATH, SCRIPT, pages.SCRIPT, true);
  add(pages.MINISEARCH_PATH, SCRIPT, pages.MINISEARCH, true);
  add(pages.SEARCH_PATH, SCRIPT, pages.SEARCH, true);
  add(pages.ICON_PATH, ICON_TYPE, pages.ICON);
  // Browsers request this for responses without an icon, such as JSON.
  add('/favicon.ico', ICON_TYPE, pages.ICON);
  add(pages.PLACES_PATH, 'json', searchIndex(documents, operations));
  add('/llms.txt', TEXT, llmsIndex(documents));
  add('/llms-full.txt', TEXT, llmsFull(documents));
  writing.push(copyFile(SAMPLE_FILE, join(folder, SAMPLE)));
  await Promise.all(writing);

  const { [`/${MISSING}`]: missing, ...paths } = site;
  await writeFile(join(folder, 'site.json'), JSON.stringify({ paths, missing }));
}

/** A file, and a compressed copy for servers that send it as it is. */
async function write(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await Promise.all([writeFile(path, content), writeFile(`${path}.gz`, await compress(content))]);
}
