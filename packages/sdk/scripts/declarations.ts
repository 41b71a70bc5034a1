import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A declaration file: its imports and its text. */
type Module = { imports: { names: string; from: string }[]; text: string };
type Modules = Map<string, Module>;

const IMPORT = /^import (?:type )?\{([^}]*)\} from '([^']+)';\n/gm;
const REEXPORT = /^export (?:type )?(?:\{[^}]*\}|\*) from '([^']+)';\n/gm;
const DECLARATION = /^(?:export )?(?:declare )?(?:abstract )?(?:const|function|class|interface|type) (\w+)/gm;

const NAME = /^(?:export )?(?:declare )?(?:abstract )?(?:const|function|class|interface|type) (\w+)/;

/** The declarations of a text, each with the comment before it. */
function declarationsIn(text: string): { name: string; text: string }[] {
  const found: { name: string; text: string }[] = [];
  // Comments without indentation belong to declarations, or to the members of a union.
  let comment = '';
  let open = false;
  for (const line of text.split(/(?<=\n)/)) {
    if (open || line.startsWith('/**')) {
      comment += line;
      open = !line.includes('*/');
      continue;
    }
    const name = NAME.exec(line)?.[1];
    if (name !== undefined) found.push({ name, text: '' });
    const last = found.at(-1);
    if (last) last.text += comment + line;
    comment = '';
  }
  return found;
}

/** Text that does not refer to types: comments, strings, and the names of members and parameters. */
const NO_TYPES = [
  /\/\*\*[\s\S]*?\*\//g,
  /'(?:[^'\\\n]|\\.)*'/g,
  /[\w$]+\??:/g,
  /^\s+(?:(?:readonly|static|get|set) )*[\w$]+\??(?=(?:<[^()]*>)?\()/gm,
];

/** The declarations in `files` that the texts of `seen` reach. Customers do not need the internal ones. */
function visible(files: Map<string, string>, seen: readonly string[]): Map<string, string> {
  const all = [...files].flatMap(([place, text]) =>
    declarationsIn(text).map((declaration) => ({ place, ...declaration })),
  );
  const byName = Map.groupBy(all, ({ name }) => name);
  const reached = new Set<string>();
  const visit = (text: string) => {
    const types = NO_TYPES.reduce((left, pattern) => left.replaceAll(pattern, ''), text);
    for (const [name] of types.matchAll(/[A-Za-z_$][\w$]*/g)) {
      if (reached.has(name)) continue;
      reached.add(name);
      for (const declaration of byName.get(name) ?? []) visit(declaration.text);
    }
  };
  for (const text of seen) visit(text);
  const kept = Map.groupBy(
    all.filter(({ name }) => reached.has(name)),
    ({ place }) => place,
  );
  return new Map([...kept].map(([place, list]) => [place, list.map(({ text }) => text).join('')]));
}

const namesIn = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter(Boolean);

/** Converts the import path `./x.ts` in the output of tsc to the path of the declaration file in `dist`. */
const resolved = (from: string, path: string) =>
  posix.join(posix.dirname(path), from.replace(/\.(ts|js)$/, '.d.ts'));

function read(dist: URL, path: string, modules: Modules = new Map()): Modules {
  if (modules.has(path)) return modules;
  const text = readFileSync(new URL(path, dist), 'utf8').replaceAll(/^export \{\};\n/gm, '');
  const imports = [...text.matchAll(IMPORT)].map(([, names = '', from = '']) => ({ names, from }));
  const reexported = [...text.matchAll(REEXPORT)].map(([, from = '']) => from);
  modules.set(path, { imports, text });
  const inline = [...text.matchAll(/import\(['"](\.[^'"]+)['"]\)/g)].map(([, from = '']) => from);
  for (const from of [...imports.map((one) => one.from), ...reexported, ...inline]) {
    if (from.startsWith('.')) read(dist, resolved(from, path), modules);
  }
  return modules;
}

/** The output file of each module. Entries keep their file, and modules of one entry get a common file for it. */
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

/** Two modules must not declare the same name, because TypeScript would merge the declarations. */
function checkNames(place: string, text: string): void {
  const seen = new Set<string>();
  for (const [line, name = ''] of text.matchAll(DECLARATION)) {
    // Overloads repeat the name of their function.
    if (seen.has(name) && !line.includes('function')) throw new Error(`${place} has ${name} twice.`);
    seen.add(name);
  }
}

const exportsOf = ({ text }: Module): string[] => [
  ...new Set(
    [...text.matchAll(DECLARATION)].flatMap(([line, name = '']) => (line.startsWith('export') ? [name] : [])),
  ),
];

/** Joins the modules of one file into one text, and collects the names that it imports from other files. */
function merged(place: string, members: readonly string[], { modules, places }: Layout): Merged {
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
        // `export *` would export every module of the merged file, so it becomes a list of names.
        const all = `{ ${exportsOf(modules.get(resolved(from, path)) as Module).join(', ')} }`;
        return target === place ? '' : line.replace(from, relative(target, place)).replace('*', all);
      })
      .replaceAll(/import\(['"](\.[^'"]+)['"]\)\.?/g, (whole, from) => {
        const target = at(from);
        if (target === undefined) return whole;
        return target === place ? '' : `import('${relative(target, place)}').`;
      });
  });
  return { text: bodies.join(''), outside };
}

/** Adds the imports that `text` uses, and replaces four spaces of indentation by a tab to save space. */
function finished(
  place: string,
  text: string,
  { outside, places }: Pick<Merged, 'outside'> & Pick<Layout, 'places'>,
) {
  checkNames(place, text);
  const imports = [...outside].map(([target, names]) => {
    const from = places.has(target) || target.endsWith('.d.ts') ? relative(target, place) : target;
    const used = [...names].filter((name) => new RegExp(`\\b${name.split(' ').at(-1)}\\b`).test(text)).sort();
    return used.length === 0 ? '' : `import type { ${used.join(', ')} } from '${from}';\n`;
  });
  const body = text.replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4));
  return imports.join('') + body;
}

type Merged = { text: string; outside: Map<string, Set<string>> };
type Layout = { modules: Modules; places: Map<string, string> };

/**
 * Merges the declaration files of tsc into a few, because compilers open every file of a package, and customers wait
 * for that.
 */
export function mergeDeclarations(dist: URL, entries: readonly string[]): void {
  const places = placesOf(dist, entries);
  const modules: Modules = new Map();
  for (const entry of entries) read(dist, entry, modules);
  const members = Map.groupBy(places.keys(), (path) => places.get(path) ?? '');
  const files = new Map(
    [...members].map(([place, paths]) => [place, merged(place, paths, { modules, places })] as const),
  );
  const isEntry = (place: string) => entries.includes(place);
  const seen = [...files].flatMap(([place, { text }]) => (isEntry(place) ? [text] : []));
  const hidden = [...files]
    .filter(([place]) => !isEntry(place))
    .map(([place, { text }]) => [place, text] as const);
  const kept = visible(new Map(hidden), seen);
  const texts = [...files].flatMap(([place, { text, outside }]): [string, string][] => {
    const own = isEntry(place) ? text : kept.get(place);
    return own === undefined ? [] : [[place, finished(place, own, { outside, places })]];
  });
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.d.ts')) rmSync(fileURLToPath(new URL(name, dist)));
  }
  for (const [place, text] of texts) writeFileSync(new URL(place, dist), text);
}
