// Builds a folder that the service serves, unless its sources are unchanged since the last build.
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
import { join, resolve } from 'node:path';

/** Every file in a folder, at any depth; for a file, the file. */
const listFiles = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => listFiles(join(path, name)))
    : [path];

/** Calls `build` with the path of an empty folder, which then replaces `dist` of the given package. */
export async function buildIfChanged(folder, sources, build) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(listFiles))
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  const digest = hash.digest('hex');
  const dist = `${folder}/dist`;
  const stamp = `${dist}/.sources`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;

  // Builds in a new folder, because a service may be serving the old one.
  const output = resolve(folder, `dist-${process.pid}`);
  mkdirSync(output, { recursive: true });
  try {
    await build(output);
    writeFileSync(join(output, '.sources'), digest);
    rmSync(dist, { recursive: true, force: true });
    renameSync(output, dist);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}
