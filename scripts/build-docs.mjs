// Renders the documents that the service serves at /docs.
import './require-node.mjs';
import { buildIfChanged } from './build-if-changed.mjs';

const FOLDER = 'packages/docs-site';
const SOURCES = ['docs', 'packages/contract/openapi.json', `${FOLDER}/src`, `${FOLDER}/package.json`];

await buildIfChanged(FOLDER, SOURCES, async (output) => {
  const { buildSite } = await import('../packages/docs-site/src/index.ts');
  await buildSite(output);
});
