import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** A fenced block of a document. */
export interface Block {
  /** The words after the fence: `ts`, `sh run`. */
  kind: string;
  code: string;
  /** Set if the preceding text tells the reader to save the block. */
  path: string | undefined;
}

/** The documents whose code is checked: the README, every guide and every operator task. */
export const DOCUMENTS = [
  'README.md',
  ...['docs/guides', 'docs/operating'].flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

/** The blocks of a document, in their order. */
export function blocksOf(document: string): Block[] {
  const text = readFileSync(`${ROOT}${document}`, 'utf8');
  return [...text.matchAll(/^```(\w[^\n]*)\n([\s\S]*?)^```$/gm)].map(
    ({ 1: kind = '', 2: code = '', index }) => {
      const before = text.slice(0, index).trimEnd().split('\n').slice(-1)[0] ?? '';
      return { kind, code, path: /save (?:this (?:program )?)?as `([^`]+)`/i.exec(before)?.[1] };
    },
  );
}

const IMPORT = /^import (type )?\{([^}]*)\} from '([^']+)';\n/gm;
const EXPECTED_ERROR = /^.*\/\/ error: /gm;

/**
 * All TypeScript blocks of a document as one module. Each block sees the declarations of earlier blocks, and
 * can redeclare them. A line that a guide calls an error must be one.
 */
export function moduleOf(blocks: readonly Block[]): string {
  const imports = new Set<string>();
  const bodies = blocks.map(({ code }) =>
    code
      .replaceAll(IMPORT, (_, type, list: string, from) => {
        for (const name of list.split(',').map((one) => one.trim()))
          if (name) imports.add(`import ${type ?? ''}{ ${name} } from '${from}';`);
        return '';
      })
      .replaceAll(EXPECTED_ERROR, (line) => `// @ts-expect-error\n${line}`),
  );
  const nested = [...bodies.map((body) => `{\n${body}`), '}'.repeat(bodies.length)];
  return [...imports, 'export async function guide() {', ...nested, '}', ''].join('\n');
}

/** Values that readers have or fill in, in every document: printed values, a key, a run ID. */
const FILLED_IN: readonly Filling[] = [
  [/^(?:export )?[A-Z_]+=\S+ +# as printed.*\n/gm, ''],
  [
    /<run-id>/g,
    '"$(voiceloom runs list "$ID" --json | node -p "JSON.parse(require(\'fs\').readFileSync(0))[0].id")"',
  ],
];

/** A placeholder in a document, and the value that replaces it. */
export type Filling = readonly [place: RegExp | string, value: string];

/**
 * Starts a block in the background and continues with the `export` lines that it prints. The pipe stays open
 * while any of its processes lives, so no process is left when the script has ended.
 */
const started = (code: string): string => `
( ${code.trim()} ) 2>&1 | cat > started.log &
STARTED=$!
trap 'kill $(jobs -p); wait $STARTED' EXIT
until grep -q 'Then try' started.log; do
  kill -0 $STARTED || { cat started.log >&2; exit 1; }
  sleep 0.1
done
eval "$(grep '^ *export ' started.log)"
`;

/** The runnable blocks of a document as one script, and the files to save separately. */
export function scriptOf(
  blocks: readonly Block[],
  own: readonly Filling[] = [],
): { script: string; files: Map<string, string> } {
  const files = new Map<string, string>();
  for (const { kind, code, path } of blocks) if (kind === 'ts run' && path) files.set(path, code);
  const parts = blocks.flatMap(({ kind, code }) => {
    if (kind === 'sh start') return [started(code)];
    return kind === 'sh run' ? [code] : [];
  });
  const filled = [...own, ...FILLED_IN].reduce(
    (text, [place, value]) => text.replaceAll(place, value),
    parts.join('\n'),
  );
  return { script: `set -eo pipefail\nshopt -s expand_aliases\n${filled}`, files };
}
