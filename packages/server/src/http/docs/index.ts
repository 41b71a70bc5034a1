import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Request, type Response, Router } from 'express';
import { ApiError } from '../../errors.ts';
import { cacheSuccess, makeAsset, sendAsset, sendHeaders } from '../assets.ts';
import type { ContractDocument } from '../contract-document.ts';

/** The output folder of packages/docs-site, which `npm run setup` builds. */
const DIST = fileURLToPath(new URL('../../../../docs-site/dist/', import.meta.url));

/** Pages may load text, styles and scripts only from this server. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The page of the reference has its own styles, fonts and workers. It, too, loads nothing outside this server. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const REFERENCE = '/docs/reference';
const SAMPLE = 'sample.mp3';

/** A file of the site, as the build describes it in `site.json`. */
interface SiteFile {
  file: string;
  type: string;
  hash: string;
  isImmutable: boolean;
}

/** The routes of `/docs`, `/llms.txt` and `/openapi.json`. `/` redirects to `/docs`. */
export function docsRoutes(document: ContractDocument, folder = DIST): Router {
  const router = Router({ caseSensitive: true, strict: true });
  /** Throws NOT_FOUND if the documents have not been built. */
  const site = cacheSuccess(async () => {
    const text = await readFile(join(folder, 'site.json'), 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENOENT') throw cause;
      throw new ApiError('NOT_FOUND', 'The documents are not built on this server. Run npm run setup.');
    });
    const { paths, missing } = JSON.parse(text) as { paths: Record<string, SiteFile>; missing: SiteFile };
    return { paths: new Map(Object.entries(paths)), missing };
  });
  const openapi = cacheSuccess(() => makeAsset('json', document.bytes));

  router.get('/', (_req, res) => res.redirect(302, '/docs'));
  router.get('/openapi.json', async (req, res) => sendAsset(req, res, await openapi()));
  // Players request ranges, so the sample is not served like other files.
  router.get(`/docs/${SAMPLE}`, (_req, res, next) =>
    res.sendFile(join(folder, SAMPLE), { maxAge: '1d' }, (error) => error && !res.headersSent && next()),
  );
  // Paths that readers may type. Links use the path of the list.
  router.get(['/docs/', '/docs/guides'], (_req, res) => res.redirect(301, '/docs'));
  router.get([`${REFERENCE}/`, '/docs/api', '/docs/api/'], (_req, res) => res.redirect(301, REFERENCE));
  router.get(
    ['/docs', '/docs/*path', '/llms.txt', '/llms-full.txt', '/favicon.ico'],
    async (req, res, next) => {
      const { paths, missing } = await site();
      const file = paths.get(req.path);
      if (file !== undefined) return sendFile(req, res, folder, file);
      const path = cleanPath(paths, req.path);
      if (path !== req.path && paths.has(path)) return res.redirect(301, path);
      res.vary('Accept');
      // Programs get the usual error for unknown paths.
      if (!/\btext\/html\b/.test(req.headers.accept ?? '')) return next();
      res.status(404);
      await sendFile(req, res, folder, missing);
    },
  );
  return router;
}

/**
 * The path that a request means. A README is the page of its folder: `/docs/adr/README` becomes `/docs/adr`. Its Markdown has
 * the path in the repository: `/docs/adr.md` becomes `/docs/adr/README.md`.
 */
function cleanPath(paths: ReadonlyMap<string, SiteFile>, path: string): string {
  // Does not use a regular expression, because it would take quadratic time for thousands of slashes.
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  const plain = path.slice(0, end).replace(/\/README$/, '');
  const readme = `${plain.slice(0, -'.md'.length)}/README.md`;
  if (plain.endsWith('.md') && paths.has(readme)) return readme;
  return plain;
}

/** Sends a file of the site, compressed if the client accepts that: both forms exist. */
async function sendFile(req: Request, res: Response, folder: string, siteFile: SiteFile): Promise<void> {
  const { file, type, isImmutable } = siteFile;
  if (type === 'html')
    res.setHeader('Content-Security-Policy', req.path === REFERENCE ? REFERENCE_POLICY : PAGE_POLICY);
  if (sendHeaders(req, res, siteFile, isImmutable)) return;
  const isCompressed = Boolean(req.acceptsEncodings('gzip'));
  if (isCompressed) res.setHeader('Content-Encoding', 'gzip');
  res.send(await readFile(join(folder, isCompressed ? `${file}.gz` : file)));
}
