import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hashContent } from './hash.ts';
import { ICON_PATH } from './render.ts';

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

const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
/** A self-contained script. Its URL changes with its content, so it can be cached permanently. */
export const REFERENCE_SCRIPT = readFileSync(join(dirname(entry), 'browser', 'standalone.js'));
export const REFERENCE_PATH = `/docs/assets/reference-${hashContent(REFERENCE_SCRIPT)}.js`;

/** The style of the bar with the link back to the documents. The reference begins below it. */
const STYLE = `:root { --scalar-custom-header-height: 40px; }
body { margin: 0; }
.guides { position: sticky; top: 0; z-index: 100; box-sizing: border-box; height: 40px; padding: 0 16px; display: flex; gap: 16px;
  align-items: center; font: 14px system-ui, sans-serif; color-scheme: light dark; background: light-dark(#f5f7f9, #1b2027); }
.guides a { color: light-dark(#0b57c2, #7db4ff); }`;

/** The page of the API reference, which uses only the server that serves it. */
export function renderReference(): string {
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
<script src="${REFERENCE_PATH}"></script>
</body>
</html>
`;
}
