import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { ContractDocument } from '../contract-document.ts';
import { type Document, readDocuments, readJsonFiles } from './documents.ts';
import { llmsFull, llmsIndex } from './llms.ts';
import { referenceRoutes } from './reference.ts';
import { renderDocument, renderIndex, STYLE_PATH } from './render.ts';
import { STYLE } from './style.ts';

/** Pages are text and one style sheet: nothing runs on them, and nothing comes from elsewhere. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/docs` with everything below it, `/llms.txt` and `/openapi.json`. */
export function docsRoutes(document: ContractDocument): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const documents = once(readDocuments);
  const files = once(readJsonFiles);
  router.use(referenceRoutes(document));
  router.get('/docs', async (_req, res) => sendPage(res, renderIndex(await documents())));
  // What readers type; links lead to the list itself.
  router.get(['/docs/', '/docs/guides', '/docs/guides/'], (_req, res) => res.redirect(301, '/docs'));
  router.get(STYLE_PATH, (_req, res) => {
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    res.type('css').send(STYLE);
  });
  router.get('/llms.txt', async (_req, res) => sendText(res, llmsIndex(await documents())));
  router.get('/llms-full.txt', async (_req, res) => sendText(res, llmsFull(await documents())));
  router.get('/docs/*path', documentHandler(documents, files));
  return router;
}

/** Reads at the first call, for all of them. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}

function documentHandler(
  documents: () => Promise<Document[]>,
  jsonFiles: () => Promise<Map<string, string>>,
): RequestHandler {
  return async (req: Request, res: Response, next) => {
    const [all, files] = [await documents(), await jsonFiles()];
    const path = req.path.slice('/docs/'.length);
    const file = files.get(path);
    if (file !== undefined) return sendText(res, file, 'application/json');
    const asText = path.endsWith('.md');
    const found = all.find((one) => one.path === (asText ? path.slice(0, -3) : path));
    if (found === undefined) return next();
    if (asText) sendText(res, found.markdown, 'text/markdown');
    else sendPage(res, renderDocument(found, all, [...files.keys()]));
  };
}

function sendPage(res: Response, html: string): void {
  res.setHeader('Content-Security-Policy', PAGE_POLICY);
  res.setHeader('Cache-Control', 'no-cache');
  res.type('html').send(html);
}

function sendText(res: Response, text: string, type = 'text/plain'): void {
  res.setHeader('Cache-Control', 'no-cache');
  res.type(`${type}; charset=utf-8`).send(text);
}
