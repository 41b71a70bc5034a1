import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { ContractDocument } from '../contract-document.ts';
import { type Document, readDocuments } from './documents.ts';
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
  let reading: Promise<Document[]> | undefined;
  const documents = () => {
    reading ??= readDocuments();
    return reading;
  };
  router.use(referenceRoutes(document));
  router.get('/docs', async (_req, res) => sendPage(res, renderIndex(await documents())));
  router.get(STYLE_PATH, (_req, res) => {
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    res.type('css').send(STYLE);
  });
  router.get('/llms.txt', async (_req, res) => sendText(res, llmsIndex(await documents())));
  router.get('/llms-full.txt', async (_req, res) => sendText(res, llmsFull(await documents())));
  router.get('/docs/*path', documentHandler(documents));
  return router;
}

function documentHandler(documents: () => Promise<Document[]>): RequestHandler {
  return async (req: Request, res: Response, next) => {
    const all = await documents();
    const path = req.path.slice('/docs/'.length);
    const asText = path.endsWith('.md');
    const found = all.find((one) => one.path === (asText ? path.slice(0, -3) : path));
    if (found === undefined) return next();
    if (asText) sendText(res, found.markdown, 'text/markdown');
    else sendPage(res, renderDocument(found, all));
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
