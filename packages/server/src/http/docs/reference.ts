import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Request, type Response, Router } from 'express';
import type { ContractDocument } from '../contract-document.ts';

const compress = promisify(gzip);

/** Nothing on the page may be loaded from anywhere else, nor may it call anywhere else. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const CONFIGURATION = {
  url: '/openapi.json',
  authentication: { preferredSecurityScheme: 'jwt' },
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
};

interface Script {
  path: string;
  plain: Buffer;
  gzipped: Buffer;
}

/** `/openapi.json` and the reference page made from it, both from this server alone. */
export function referenceRoutes(document: ContractDocument): Router {
  const router = Router({ caseSensitive: true, strict: true });
  let loading: Promise<Script> | undefined;
  const script = () => {
    loading ??= loadScript();
    return loading;
  };
  router.get('/openapi.json', (req, res) => sendDocument(document, req, res));
  router.get('/docs/reference', async (_req, res) => {
    const { path } = await script();
    res.setHeader('Content-Security-Policy', PAGE_POLICY);
    res.setHeader('Cache-Control', 'no-cache');
    res.type('html').send(page(path));
  });
  router.get('/docs/assets/:file', async (req, res, next) => {
    const found = await script();
    if (req.path !== found.path) return next();
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    res.setHeader('Vary', 'Accept-Encoding');
    res.type('text/javascript');
    if (!req.acceptsEncodings('gzip')) return void res.send(found.plain);
    res.setHeader('Content-Encoding', 'gzip');
    res.send(found.gzipped);
  });
  return router;
}

function sendDocument({ bytes, etag }: ContractDocument, req: Request, res: Response): void {
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', 'no-cache');
  if (req.headers['if-none-match'] === etag) return void res.status(304).end();
  res.type('json').send(bytes);
}

/** One self-contained file; its name changes with its content, so it may be cached for good. */
async function loadScript(): Promise<Script> {
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
  const plain = await readFile(join(dirname(entry), 'browser', 'standalone.js'));
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, 16);
  return { path: `/docs/assets/reference-${hash}.js`, plain, gzipped: await compress(plain) };
}

function page(script: string): string {
  const configuration = JSON.stringify(CONFIGURATION).replaceAll('"', '&quot;');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Voiceloom</title>
</head>
<body>
<script id="api-reference" data-url="/openapi.json" data-configuration="${configuration}"></script>
<script src="${script}"></script>
</body>
</html>
`;
}
