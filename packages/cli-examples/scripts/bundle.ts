import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Bundles the program and the SDK in one file, so that it opens few files and its tarball does not need the SDK. */
export async function bundle(file: string): Promise<void> {
  const build = await rolldown({
    input: fileURLToPath(new URL('../src/main.ts', import.meta.url)),
    platform: 'node',
    external: (id) => !/^[./]/.test(id) && !id.startsWith('@voiceloom/'),
  });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
}
