import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, publishedManifest } from '../../scripts/bundle.ts';

/** A folder with the published package, installed next to a customer's files. */
export async function publishedPackage(files: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'voiceloom-sdk-published-'));
  const place = join(folder, 'node_modules/@voiceloom/sdk');
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'package.json'), JSON.stringify(publishedManifest));
  await bundle(join(place, 'dist'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
