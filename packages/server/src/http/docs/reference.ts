import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router } from 'express';
import type { ContractDocument } from '../contract-document.ts';
import { type Asset, makeAsset, once, sendAsset } from './asset.ts';
import { ICON_PATH } from './render.ts';

/** The page may load and call nothing outside this server. */
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

/** The routes of `/openapi.json` and of the reference page, which uses only this server. */
export function referenceRoutes(document: ContractDocument): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const openapi = once(() => makeAsset('json', document.bytes));
  const script = once(loadScript);
  router.get('/openapi.json', async (req, res) => sendAsset(req, res, await openapi()));
  router.get('/docs/reference', async (req, res) => {
    res.setHeader('Content-Security-Policy', PAGE_POLICY);
    sendAsset(req, res, await makeAsset('html', page(pathOf(await script()))));
  });
  router.get('/docs/assets/:file', async (req, res, next) => {
    const found = await script();
    if (req.path !== pathOf(found)) return next();
    sendAsset(req, res, found, true);
  });
  return router;
}

/** A self-contained script. Its URL changes with its content, so it can be cached permanently. */
async function loadScript(): Promise<Asset> {
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
  return makeAsset('text/javascript', await readFile(join(dirname(entry), 'browser', 'standalone.js')));
}

const pathOf = ({ hash }: Asset): string => `/docs/assets/reference-${hash}.js`;

/** The style of the bar with the link back to the documents. The reference begins below it. */
const STYLE = `:root { --scalar-custom-header-height: 40px; }
body { margin: 0; }
.guides { position: sticky; top: 0; z-index: 100; box-sizing: border-box; height: 40px; padding: 0 16px; display: flex; gap: 16px;
  align-items: center; font: 14px system-ui, sans-serif; color-scheme: light dark; background: light-dark(#f5f7f9, #1b2027); }
.guides a { color: light-dark(#0b57c2, #7db4ff); }`;

function page(script: string): string {
  const configuration = JSON.stringify(CONFIGURATION).replaceAll('"', '&quot;');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Voiceloom</title>
<meta name="description" content="Every operation of the Voiceloom API.">
<link rel="icon" type="image/svg+xml" href="${ICON_PATH}">
<style>${STYLE}</style>
</head>
<body>
<nav class="guides" aria-label="Documents"><a href="/docs">Guides and search</a><a href="/docs/errors">Error codes</a></nav>
<script id="api-reference" data-url="/openapi.json" data-configuration="${configuration}"></script>
<script src="${script}"></script>
</body>
</html>
`;
}
