import { extname } from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { ContractDocument } from '../contract-document.ts';
import { type Asset, makeAsset, once, sendAsset } from './asset.ts';
import {
  type Document,
  llmsFull,
  llmsIndex,
  readDocuments,
  readFiles,
  readFirstPage,
  SAMPLE,
  SAMPLE_FILE,
} from './documents.ts';
import { readOperations } from './operations.ts';
import { referenceRoutes } from './reference.ts';
import * as pages from './render.ts';
import { searchIndex } from './search.ts';
import { STYLE } from './style.ts';

/** Pages may load text, styles and scripts only from this server. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const MARKDOWN = 'text/markdown; charset=utf-8';
const ICON_TYPE = 'image/svg+xml';
const TEXT = 'text/plain; charset=utf-8';

/** The routes of `/docs`, `/llms.txt` and `/openapi.json`. `/` redirects to `/docs`. */
export function docsRoutes(document: ContractDocument): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const operations = readOperations(document.bytes);
  const library = once(async () => {
    const [documents, files, first] = await Promise.all([readDocuments(), readFiles(), readFirstPage()]);
    return { documents, files, operations, first };
  });
  const serve = (path: string, type: string, make: (known: pages.Library) => string, lasting = false) => {
    const asset = once(async () => makeAsset(type, make(await library())));
    router.get(path, async (req, res) => sendPage(req, res, await asset(), lasting));
  };
  router.use(referenceRoutes(document));
  router.get('/', (_req, res) => res.redirect(302, '/docs'));
  serve('/docs', 'html', pages.renderIndex);
  serve(pages.STYLE_PATH, 'css', () => STYLE, true);
  serve(pages.SCRIPT_PATH, 'text/javascript', () => pages.SCRIPT, true);
  serve(pages.MINISEARCH_PATH, 'text/javascript', () => pages.MINISEARCH, true);
  serve(pages.SEARCH_PATH, 'text/javascript', () => pages.SEARCH, true);
  serve(pages.ICON_PATH, ICON_TYPE, () => pages.ICON);
  // Browsers request this for responses without an icon, such as JSON.
  serve('/favicon.ico', ICON_TYPE, () => pages.ICON);
  serve(pages.PLACES_PATH, 'json', ({ documents }) => searchIndex(documents, operations));
  serve('/llms.txt', TEXT, ({ documents }) => llmsIndex(documents));
  serve('/llms-full.txt', TEXT, ({ documents }) => llmsFull(documents));
  // Players request ranges, so the sample is not served like other assets.
  router.get(`/docs/${SAMPLE}`, (_req, res, next) =>
    res.sendFile(SAMPLE_FILE, { maxAge: '1d' }, (error) => error && !res.headersSent && next()),
  );
  // Paths that readers may type. Links use the path of the list.
  router.get(['/docs/', '/docs/guides'], (_req, res) => res.redirect(301, '/docs'));
  router.get(['/docs/reference/', '/docs/api', '/docs/api/'], (_req, res) =>
    res.redirect(301, '/docs/reference'),
  );
  router.get('/docs/*path', documentHandler(library));
  return router;
}

function documentHandler(library: () => Promise<pages.Library>): RequestHandler {
  const made = new Map<string, () => Promise<Asset>>();
  const missing = once(async () => makeAsset('html', pages.renderMissing((await library()).documents)));
  return async (req, res, next) => {
    const known = await library();
    const path = req.path.slice('/docs/'.length);
    const meant = meantPath(known.documents, path);
    if (meant !== path && find(known, meant)) return res.redirect(301, `/docs/${meant}`);
    const make = find(known, path);
    if (make === undefined) {
      res.vary('Accept');
      if (!asksForPage(req)) return next();
      res.status(404);
      return sendPage(req, res, await missing());
    }
    const asset = made.get(path) ?? once(make);
    made.set(path, asset);
    sendPage(req, res, await asset());
  };
}

/** The path that a request means. A README is the page of its folder. Its Markdown has the path in the repository. */
function meantPath(documents: readonly Document[], path: string): string {
  const plain = withoutSlashes(path).replace(/\/README$/, '');
  return documents.find((one) => `${one.path}.md` === plain)?.file ?? plain;
}

/** Does not use a regular expression, because it would take quadratic time for thousands of slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** The asset for a path below `/docs/`. Undefined for any other path. */
function find(library: pages.Library, path: string): (() => Promise<Asset>) | undefined {
  const { documents, files } = library;
  const file = files.get(path);
  if (file !== undefined) return () => makeAsset(extname(path), file);
  const found = documents.find((one) => path === one.path || path === one.file);
  if (found === undefined) return undefined;
  if (path === found.file) return () => makeAsset(MARKDOWN, found.markdown);
  return () => makeAsset('html', pages.renderDocument(found, library));
}

/** Browsers get an HTML page. Programs get the usual error for unknown paths. */
const asksForPage = (req: Request): boolean => /\btext\/html\b/.test(req.headers.accept ?? '');

function sendPage(req: Request, res: Response, asset: Asset, lasting = false): void {
  if (asset.type === 'html') res.setHeader('Content-Security-Policy', PAGE_POLICY);
  sendAsset(req, res, asset, lasting);
}
