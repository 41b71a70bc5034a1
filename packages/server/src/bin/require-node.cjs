// Exits with one clear message instead of a stack if this Node cannot run TypeScript sources. Every Node can run this file.
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { findOwnNode } = require('./own-node.cjs');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `Voiceloom runs on Node 22.18 or newer; this is Node ${process.versions.node}.\n${advice(join(__dirname, '../../../..'))}\n`,
  );
  process.exit(1);
}

/** How to get a newer Node, which depends on what the install did. */
function advice(root) {
  const state = join(root, 'node_modules/.modules.yaml');
  if (!existsSync(state))
    return 'Install Node 24, or run `npm run setup`, which installs it for this checkout.';
  if (findOwnNode(root) !== undefined)
    return 'This checkout has a newer one: use `npm start`, or begin the command with `npx -y pnpm@12.21.0 exec`.';
  if (/"?optionalDependencies"?\s*:\s*false/.test(readFileSync(state, 'utf8')))
    return 'The install with --no-optional left out the Node of this checkout. Install Node 24, or install without --no-optional.';
  return `The install has no Node for this platform (${process.platform} ${process.arch}), or could not load it. Install Node 24.`;
}
