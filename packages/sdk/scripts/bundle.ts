import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { withLineBreaks } from './line-breaks.ts';

const folder = new URL('../', import.meta.url);

type Entry = { types: string; default?: string; node?: string };
type Manifest = { exports: Record<string, string>; publishConfig: { exports: Record<string, Entry> } };

const manifest = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as Manifest;

/** What is published: the fields of the manifest with the exports of the built package. */
export const publishedManifest = { ...manifest, exports: manifest.publishConfig.exports };

/** Source file of every entry by its name in `dist`. */
function entries(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(manifest.publishConfig.exports).map(([path, built]) => {
      const name = (built.default ?? built.node ?? '').replace(/^\.\/dist\//, '').replace(/\.js$/, '');
      return [name, fileURLToPath(new URL(manifest.exports[path] ?? '', folder))];
    }),
  );
}

/** Sources by their names; one that is not there any more would lie elsewhere without a word. */
function sources(...names: string[]): (id: string) => boolean {
  const paths = names.map((name) => fileURLToPath(new URL(`src/${name}.ts`, folder)));
  for (const path of paths) if (!existsSync(path)) throw new Error(`There is no ${path} to bundle.`);
  return (id) => paths.includes(id);
}

/** What every client runs, in one module: a program that starts opens few files. */
const CORE = sources(
  'core/api-promise',
  'core/options',
  'core/pages',
  'core/request',
  'core/resources',
  'core/route',
  'runs/run-ids',
  'transport/deadline',
  'transport/page-origin',
  'transport/response',
  'transport/retry',
  'generated/all-calls',
  'generated/calls',
  'generated/contract',
);

/** What the builder of workflows shares with the client: it takes nothing else of it along. */
const ERRORS = sources('core/errors', 'transport/bytes');

/** What no program in production runs, or what is mostly tables: there, size is worth more than names of functions. */
const KIT = ['testing/index', 'catalog', 'check', 'schemas'];
const isKit = (file: string) => KIT.some((name) => file === `${name}.js` || file === `chunks/${name}.js`);

/** Shortens local names; functions and classes keep theirs, for errors and profiles that can be read. */
const shortNames: Plugin = {
  name: 'short-names',
  generateBundle(_, files) {
    const missing = KIT.filter((name) => !Object.keys(files).some((file) => file.endsWith(`${name}.js`)));
    if (missing.length > 0) throw new Error(`There is no module called ${missing.join(' or ')}.`);
    for (const [name, file] of Object.entries(files)) {
      if (file.type !== 'chunk') continue;
      const mangle = { toplevel: true, keepNames: { function: !isKit(name), class: true } };
      const { code, errors } = minifySync(name, file.code, { module: true, mangle, compress: true });
      if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
      file.code = withLineBreaks(name, code);
    }
  },
};

/** Writes the entries as a few modules to `dir`: what is loaded together lies together. */
export async function bundle(dir: string): Promise<void> {
  const build = await rolldown({
    input: entries(),
    platform: 'neutral',
    external: /^node:/,
    plugins: [shortNames],
  });
  await build.write({
    dir,
    format: 'esm',
    chunkFileNames: 'chunks/[name].js',
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
    codeSplitting: {
      groups: [
        { name: 'errors', test: ERRORS, priority: 1 },
        { name: 'core', test: CORE },
      ],
    },
  });
  await build.close();
}
