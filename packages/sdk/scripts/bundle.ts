import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { withLineBreaks } from './line-breaks.ts';

const folder = new URL('../', import.meta.url);

type Entry = { types: string; default?: string; node?: string };
type Manifest = { exports: Record<string, string>; publishConfig: { exports: Record<string, Entry> } };

const manifest = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as Manifest;

/** The published manifest: the fields of package.json, with the exports of the built package. */
export const publishedManifest = { ...manifest, exports: manifest.publishConfig.exports };

/** The source file of every entry, by its name in `dist`. */
function entries(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(manifest.publishConfig.exports).map(([path, built]) => {
      const name = (built.default ?? built.node ?? '').replace(/^\.\/dist\//, '').replace(/\.js$/, '');
      return [name, fileURLToPath(new URL(manifest.exports[path] ?? '', folder))];
    }),
  );
}

/** Selects sources by name. Throws if one is missing, because the bundler would silently place it elsewhere. */
function sources(...names: string[]): (id: string) => boolean {
  const paths = names.map((name) => fileURLToPath(new URL(`src/${name}.ts`, folder)));
  for (const path of paths) if (!existsSync(path)) throw new Error(`There is no ${path} to bundle.`);
  return (id) => paths.includes(id);
}

/** The code that every client runs. It is in one module, so that a program opens few files at its start. */
const CORE = sources(
  'core/api-promise',
  'core/options',
  'core/pages',
  'core/request',
  'core/request-options',
  'core/retry-delay',
  'client/resources',
  'core/route',
  'runs/run-ids',
  'transport/deadline',
  'transport/page-origin',
  'transport/response',
  'transport/retry',
);

/** The code that other entries share with the client. These are separate modules, so that the entries load no more. */
const ERRORS = sources('errors/errors', 'transport/bytes');
const TABLES = sources('client/method-name', 'generated/calls', 'generated/node-types');

/**
 * The parts of the `contract` entry. Some compute tables when they are loaded, and bundlers can only drop these as whole
 * modules.
 */
const SCHEMAS = sources('generated/schemas');
const READER = sources('schemas/read-value');
const CHECK = sources('schemas/check-definition');
const CATALOG = sources('client/catalog');
const DRIFT = sources('schemas/drift');

/** Modules for tests, and modules that are mostly tables. Their size matters more than readable function names. */
const KIT = ['testing/index', 'catalog', 'check', 'schemas', 'tables'];
const isKit = (file: string) => KIT.some((name) => file === `${name}.js` || file === `chunks/${name}.js`);

/** Shortens local names. Functions and classes keep their names, so that errors and profiles stay readable. */
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

/** Writes the entries to `dir` as a few modules. Code that is loaded together is in one module. */
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
        // A group also takes what its modules import, unless a group above takes it.
        { name: 'errors', test: ERRORS, priority: 4 },
        { name: 'tables', test: TABLES, priority: 4 },
        { name: 'schemas', test: SCHEMAS, priority: 4 },
        { name: 'read-value', test: READER, priority: 3 },
        { name: 'check', test: CHECK, priority: 2 },
        { name: 'catalog', test: CATALOG, priority: 1 },
        { name: 'drift', test: DRIFT, priority: 1 },
        { name: 'core', test: CORE },
      ],
    },
  });
  await build.close();
}
