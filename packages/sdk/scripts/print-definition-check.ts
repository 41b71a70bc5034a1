import { readFileSync } from 'node:fs';

const SOURCES = new URL('../../contract/src/', import.meta.url);
const ENTRY = { path: 'definition.ts', name: 'checkDefinition' };
/** Needed by the entry, and of use by itself. */
const EXPLAIN = { path: 'read-input.ts', name: 'explain' };
const UNKNOWN_FIELD = { path: 'read-input.ts', name: 'unknownField' };
const NEAREST = { path: 'nearest-name.ts', name: 'nearestName' };

/** One declaration at the top of a module: its name and its text. */
type Declaration = { name: string; text: string };
/** A module of the contract: its declarations of values, and what its imports are called where they come from. */
type Module = { declarations: Declaration[]; imports: Map<string, { from: string; name: string }> };

const IMPORT = /^import (type )?\{([^}]*)\} from '([^']+)';\n/gm;
const DOC_COMMENT = /^ *\/\*\*[\s\S]*?\*\/\n/gm;
const QUOTED = /(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`$]*`)/.source;
/** What documents alone need: descriptions of schemas and of node types, and what a schema is called. */
const DOCUMENTATION = new RegExp(
  `\\s*\\.(?:describe\\(\\s*${QUOTED}|meta\\(\\s*\\{[^{}]*\\}),?\\s*\\)|^  description:\\s*${QUOTED},\\n`,
  'gm',
);
const DECLARATION = /^(?:export )?(const|function|type|interface) (\w+)/;

/** `nodes/source-script.ts` as `nodesSourceScriptModule`. */
const variableOf = (path: string): string =>
  path.replace(/\.ts$/, 'Module').replaceAll(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());

function importsOf(path: string, text: string): Module['imports'] {
  const imports: Module['imports'] = new Map();
  for (const [, isType, list = '', from = ''] of text.matchAll(IMPORT)) {
    for (const item of list.split(',').map((part) => part.trim())) {
      if (isType || item === '' || item.startsWith('type ') || from === 'zod') continue;
      const [name = '', local = name] = item.split(' as ');
      imports.set(local, {
        from: new URL(from, new URL(path, SOURCES)).href.slice(SOURCES.href.length),
        name,
      });
    }
  }
  return imports;
}

/** Declarations begin at the margin; what stands at the margin otherwise closes them. */
function declarationsOf(text: string): Declaration[] {
  const found: (Declaration & { isValue: boolean })[] = [];
  for (const line of text.split(/(?<=\n)/)) {
    const [, kind, name] = DECLARATION.exec(line) ?? [];
    const last = found.at(-1);
    if (name !== undefined)
      found.push({ name, text: line, isValue: kind === 'const' || kind === 'function' });
    else if (last) last.text += line;
  }
  return found.filter(({ isValue }) => isValue);
}

function read(path: string): Module {
  const text = readFileSync(new URL(path, SOURCES), 'utf8');
  const body = text
    .replaceAll(IMPORT, '')
    .replaceAll(DOC_COMMENT, '')
    .replaceAll(/^\/\/.*\n/gm, '')
    .replaceAll(DOCUMENTATION, '');
  if (/^import /m.test(body)) throw new Error(`${path} has an import that is not understood.`);
  return { declarations: declarationsOf(body), imports: importsOf(path, text) };
}

/** What is needed of each module, in the order in which modules need each other. */
type Needed = Map<string, Set<string>>;

/** Fields (`a.name`) and texts are other things of the same name; what is spread (`...name`) is meant. */
const mentions = (text: string, name: string) => new RegExp(`(?<![\\w'])(?<![^.]\\.)${name}\\b`).test(text);

/** Marks a declaration and everything it mentions as needed. */
function need(needed: Needed, modules: Map<string, Module>, { path, name }: typeof ENTRY): void {
  const module = modules.get(path) ?? read(path);
  modules.set(path, module);
  const names = needed.get(path) ?? new Set();
  needed.set(path, names);
  if (names.has(name)) return;
  names.add(name);
  const declaration = module.declarations.find((candidate) => candidate.name === name);
  if (declaration === undefined) throw new Error(`${path} has no ${name}.`);
  for (const other of module.declarations)
    if (mentions(declaration.text, other.name)) need(needed, modules, { path, name: other.name });
  for (const [local, { from, name: foreign }] of module.imports)
    if (mentions(declaration.text, local)) need(needed, modules, { path: from, name: foreign });
}

/** The modules in an order in which each comes after those it takes from. */
function ordered(modules: Map<string, Module>, path: string, seen = new Set<string>()): string[] {
  if (seen.has(path) || !modules.has(path)) return [];
  seen.add(path);
  const sources = [...(modules.get(path)?.imports.values() ?? [])].map(({ from }) => from);
  return [...sources.flatMap((from) => ordered(modules, from, seen)), path];
}

/** A module as a function of its own, so that its names do not meet those of others. */
function printModule(path: string, module: Module, names: ReadonlySet<string>): string {
  const kept = module.declarations.filter(({ name }) => names.has(name));
  const text = kept.map((declaration) => declaration.text.replace(/^export /, '').trim()).join('\n');
  const taken = [...module.imports]
    .filter(([local]) => mentions(text, local))
    .map(([local, { from, name }]) => {
      const item = local === name ? name : `${name}: ${local}`;
      return `const { ${item} } = ${variableOf(from)};\n`;
    });
  const exported = kept.map(({ name }) => name).join(', ');
  return `const ${variableOf(path)} = (() => {\n${taken.join('')}${text}\nreturn { ${exported} };\n})();\n`;
}

/**
 * The text of `src/generated/definition-check.ts`: what of the contract's sources checks a definition, with the schema
 * language of the client in the place of zod.
 */
export function printDefinitionCheck(): string {
  const [needed, modules]: [Needed, Map<string, Module>] = [new Map(), new Map()];
  need(needed, modules, ENTRY);
  for (const entry of [EXPLAIN, UNKNOWN_FIELD, NEAREST]) need(needed, modules, entry);
  const printed = ordered(modules, ENTRY.path).map((path) =>
    printModule(path, modules.get(path) as Module, needed.get(path) ?? new Set()),
  );
  return `// Written by scripts/gen.ts from the sources of the contract. Do not edit.
// @ts-nocheck: its types are those of zod, which clients do not have; callers see the one at the end.

import { z } from '../workflow/schema.ts';

${printed.join('\n')}
/** What a save would say of a definition. */
export const checkDefinition: (definition: unknown) => unknown = ${variableOf(ENTRY.path)}.${ENTRY.name};

/** The words for what is wrong with a value, where its schema has none of its own; \`code\` and facts are those of zod. */
export const explain: (issue: object) => string | undefined = ${variableOf(EXPLAIN.path)}.${EXPLAIN.name};

/** What to say of a field that is not among the known ones. */
export const unknownField: (name: string, known: readonly string[]) => string = ${variableOf(UNKNOWN_FIELD.path)}.${UNKNOWN_FIELD.name};

/** The known name that is probably meant. */
export const nearestName: (name: string, known: readonly string[]) => string | undefined = ${variableOf(NEAREST.path)}.${NEAREST.name};
`;
}
