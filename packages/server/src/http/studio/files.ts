import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiError } from '../../errors.ts';
import { type Asset, makeAsset } from '../assets.ts';

/** The output folder of the build of packages/studio, which `npm run setup` runs. */
const DIST = fileURLToPath(new URL('../../../../studio/dist/', import.meta.url));
const COMPRESSED = '.br';

/** The files of the web app. */
export interface Studio {
  /** `index.html`, with `STUDIO_NONCE` in the place of a nonce. */
  page: string;
  /** By file name. The names change with the content. */
  assets: ReadonlyMap<string, Asset>;
}

/** Throws NOT_FOUND if the app has not been built. */
export async function readStudio(): Promise<Studio> {
  const page = await readFile(join(DIST, 'index.html'), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    throw new ApiError('NOT_FOUND', 'The studio is not built on this server. Run npm run setup.');
  });
  const folder = join(DIST, 'assets');
  const names = (await readdir(folder)).filter((name) => !name.endsWith(COMPRESSED));
  const assets = await Promise.all(
    names.map(async (name) => {
      const [plain, brotli] = await Promise.all([
        readFile(join(folder, name)),
        readFile(join(folder, `${name}${COMPRESSED}`)),
      ]);
      const type = name.slice(name.lastIndexOf('.') + 1);
      return [
        name,
        { ...(await makeAsset(type === 'js' ? 'text/javascript' : type, plain)), brotli },
      ] as const;
    }),
  );
  return { page, assets: new Map(assets) };
}
