import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Writes the program to one file, with the SDK in it: a command that starts opens few files, and its tarball installs alone. */
export async function bundle(file: string): Promise<void> {
  const build = await rolldown({
    input: fileURLToPath(new URL('../src/main.ts', import.meta.url)),
    platform: 'node',
    external: (id) => !/^[./]/.test(id) && !id.startsWith('@voiceloom/'),
  });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
}
