import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One declaration file: what it imports of others, and the rest of its text. */
type Module = { imports: { names: string; from: string }[]; text: string; star: string[] };
type Modules = Map<string, Module>;

const IMPORT = /^import (?:type )?\{([^}]*)\} from '([^']+)';\n/gm;
const REEXPORT = /^export (?:type )?(?:\{[^}]*\}|\*) from '([^']+)';\n/gm;
const DECLARATION = /^(?:export )?(?:declare )?(?:abstract )?(?:const|function|class|interface|type) (\w+)/gm;

const namesIn = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter(Boolean);

/** `./x.ts` as tsc leaves it, as the path of the declaration file in `dist`. */
const resolved = (from: string, path: string) =>
  posix.join(posix.dirname(path), from.replace(/\.(ts|js)$/, '.d.ts'));

function read(dist: URL, path: string, modules: Modules = new Map()): Modules {
  if (modules.has(path)) return modules;
  const text = readFileSync(new URL(path, dist), 'utf8').replaceAll(/^export \{\};\n/gm, '');
  const imports = [...text.matchAll(IMPORT)].map(([, names = '', from = '']) => ({ names, from }));
  const star = [...text.matchAll(REEXPORT)].map(([, from = '']) => from);
  modules.set(path, { imports, text, star });
  const inline = [...text.matchAll(/import\(['"](\.[^'"]+)['"]\)/g)].map(([, from = '']) => from);
  for (const from of [...imports.map((one) => one.from), ...star, ...inline]) {
    if (from.startsWith('.')) read(dist, resolved(from, path), modules);
  }
  return modules;
}

/** Which file a module goes to: entries stay, what the client knows is one file, what one entry alone has another. */
function placesOf(dist: URL, entries: readonly string[]): Map<string, string> {
  const readers = new Map<string, string[]>();
  for (const entry of entries) {
    for (const path of read(dist, entry).keys()) readers.set(path, [...(readers.get(path) ?? []), entry]);
  }
  const places = [...readers].map(([path, by]): [string, string] => {
    if (entries.includes(path)) return [path, path];
    const [only = ''] = by;
    return [
      path,
      by.length > 1 || only === 'index.d.ts' ? 'types.d.ts' : only.replace('.d.ts', '-types.d.ts'),
    ];
  });
  return new Map(places);
}

const relative = (place: string, from: string) => {
  const path = posix.relative(posix.dirname(from), place).replace(/\.d\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
};

/** A name that two modules declare would become one thing. */
function checkNames(place: string, text: string): void {
  const seen = new Set<string>();
  for (const [line, name = ''] of text.matchAll(DECLARATION)) {
    // Overloads of one function.
    if (seen.has(name) && !line.includes('function')) throw new Error(`${place} has ${name} twice.`);
    seen.add(name);
  }
}

/** The text of one file of `dist`: the modules that go there, and one import for each other file. */
function merged(place: string, members: readonly string[], { modules, places }: Layout): string {
  const outside = new Map<string, Set<string>>();
  const bodies = members.map((path) => {
    const { imports, text } = modules.get(path) as Module;
    for (const { names, from } of imports) {
      const target = from.startsWith('.') ? (places.get(resolved(from, path)) ?? from) : from;
      if (target === place) {
        if (names.includes(' as ')) throw new Error(`${path} renames what it imports.`);
        continue;
      }
      const known = outside.get(target) ?? new Set();
      for (const name of namesIn(names)) known.add(name);
      outside.set(target, known);
    }
    const at = (from: string) => (from.startsWith('.') ? places.get(resolved(from, path)) : undefined);
    return text
      .replaceAll(IMPORT, '')
      .replaceAll(REEXPORT, (line, from) => {
        const target = at(from);
        if (target === undefined) return line;
        return target === place ? '' : line.replace(from, relative(target, place));
      })
      .replaceAll(/import\(['"](\.[^'"]+)['"]\)\.?/g, (whole, from) => {
        const target = at(from);
        if (target === undefined) return whole;
        return target === place ? '' : `import('${relative(target, place)}').`;
      });
  });
  const imports = [...outside].map(([target, names]) => {
    const from = places.has(target) || target.endsWith('.d.ts') ? relative(target, place) : target;
    return `import type { ${[...names].sort().join(', ')} } from '${from}';\n`;
  });
  const text = imports.join('') + bodies.join('');
  checkNames(place, text);
  // tsc indents by four spaces; what nobody reads need not be that large.
  return text.replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4));
}

type Layout = { modules: Modules; places: Map<string, string> };

/**
 * Makes few files of the declarations of tsc: compilers open every file of a package that they meet, and customers
 * wait for that.
 */
export function mergeDeclarations(dist: URL, entries: readonly string[]): void {
  const places = placesOf(dist, entries);
  const modules: Modules = new Map();
  for (const entry of entries) read(dist, entry, modules);
  const members = Map.groupBy(places.keys(), (path) => places.get(path) ?? '');
  const texts = [...members].map(([place, paths]): [string, string] => [
    place,
    merged(place, paths, { modules, places }),
  ]);
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.d.ts')) rmSync(fileURLToPath(new URL(name, dist)));
  }
  for (const [place, text] of texts) writeFileSync(new URL(place, dist), text);
}
