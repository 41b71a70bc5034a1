// Renders the documents that the service serves at /docs, unless their sources are unchanged since the last time.
import './require-node.mjs';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'packages/docs-site';
const SOURCES = ['docs', 'packages/contract/openapi.json', `${FOLDER}/src`, `${FOLDER}/package.json`];
const STAMP = `${FOLDER}/dist/.sources`;

const filesOf = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesOf(join(path, name)))
    : [path];

const hash = createHash('sha256');
for (const file of SOURCES.flatMap(filesOf)) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
const stamp = hash.digest('hex');

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== stamp) {
  const { buildSite } = await import('../packages/docs-site/src/index.ts');
  // Writes to a new folder, because a service may be serving the old one.
  const folder = `${FOLDER}/dist-${process.pid}`;
  mkdirSync(folder, { recursive: true });
  try {
    await buildSite(folder);
    writeFileSync(join(folder, '.sources'), stamp);
    rmSync(`${FOLDER}/dist`, { recursive: true, force: true });
    renameSync(folder, `${FOLDER}/dist`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
