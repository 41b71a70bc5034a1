import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ANCHORS, manifestOf, OURS, type Stage } from './stage.ts';

/** The bytes, files and packages of an installation. */
export function installed(stage: Stage, name: string): { bytes: number; files: number; packages: number } {
  const seen = new Set<string>();
  const sum = { bytes: 0, files: 0, packages: 0 };
  const add = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      sum.files += 1;
      sum.bytes += statSync(join(entry.parentPath, entry.name)).size;
    }
    sum.packages += 1;
    for (const other of Object.keys(manifestOf(path).dependencies ?? {})) add(stage.tool(other));
  };
  add(join(stage.folder, 'node_modules', name));
  return sum;
}

/** The code of a page that creates a client and calls it once, by client. */
const PAGES: Record<string, string> = {
  'one call': `import { call, connect, workflowsGet } from '${OURS}';
console.log(await call(connect({ token: 't', baseUrl: 'http://a' }), workflowsGet, 'w'));`,
  [OURS]: `import { Voiceloom } from '${OURS}';
console.log(await new Voiceloom({ token: 't', baseUrl: 'http://a' }).workflows.get('w'));`,
  stripe: `import Stripe from 'stripe';
console.log(await new Stripe('k').customers.retrieve('c'));`,
  openai: `import OpenAI from 'openai';
console.log(await new OpenAI({ apiKey: 'k', dangerouslyAllowBrowser: true }).models.retrieve('m'));`,
  '@elevenlabs/elevenlabs-js': `import { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
console.log(await new ElevenLabsClient({ apiKey: 'k' }).voices.get('v'));`,
  'openapi-fetch': `import createClient from 'openapi-fetch';
console.log(await createClient({ baseUrl: 'http://a' }).GET('/workflows/{id}', { params: { path: { id: 'w' } } }));`,
};

type Esbuild = {
  build(options: object): Promise<{
    outputFiles: { path: string; text: string }[];
    metafile: { outputs: Record<string, { entryPoint?: string; imports: { path: string; kind: string }[] }> };
  }>;
};

/** The compressed KB that a page loads at first, and the minified KB of everything that it may load. */
async function bundled(stage: Stage, esbuild: Esbuild, text: string) {
  const entry = stage.write('page.mjs', text);
  const { outputFiles, metafile } = await esbuild.build({
    ...{
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
    },
    ...{
      splitting: true,
      outdir: join(stage.folder, 'page'),
      write: false,
      metafile: true,
      logLevel: 'silent',
    },
    external: [
      'node:*',
      'fs',
      'path',
      'stream',
      'stream/promises',
      'crypto',
      'http',
      'https',
      'os',
      'child_process',
    ],
    absWorkingDir: stage.folder,
  });
  const first = new Set<string>();
  const visit = (path: string) => {
    if (first.has(path)) return;
    first.add(path);
    for (const next of metafile.outputs[path]?.imports ?? [])
      if (next.kind === 'import-statement') visit(next.path);
  };
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs))
    if (entryPoint === 'page.mjs') visit(path);
  const initial = outputFiles.filter(({ path }) => first.has(path.slice(stage.folder.length + 1)));
  const sum = (files: typeof outputFiles) => files.map((file) => file.text).join('');
  return {
    gzipKb: gzipSync(sum(initial), { level: 9 }).length / 1024,
    firstKb: sum(initial).length / 1024,
    allKb: sum(outputFiles).length / 1024,
  };
}

/** The size of the code that a page loads, by client. */
export async function bundles(stage: Stage) {
  const esbuild = (await import(stage.tool('esbuild/lib/main.js'))) as Esbuild;
  const found: Record<string, Awaited<ReturnType<typeof bundled>>> = {};
  for (const name of ['one call', OURS, ...ANCHORS])
    found[name] = await bundled(stage, esbuild, PAGES[name] as string);
  return found;
}
