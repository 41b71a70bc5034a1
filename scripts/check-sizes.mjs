// Reports functions, files and folders that are too large to read at once. Counts statements instead of lines, so that
// formatting does not matter. A function or file that must be longer states the reason: // size: <reason>
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { report, sources } from './sources.mjs';

const FUNCTION_STATEMENTS = 40;
const FILE_STATEMENTS = 200;
const FOLDER_ENTRIES = 20;
/** Folders that people do not browse. The number of their entries is not limited. */
const UNCOUNTED = /\/(generated|migrations)$/;
const FUNCTION =
  /^(\s*)(?:export )?(?:default )?(?:async )?(?:function\b|const \w+(?::[^=]+)? = (?:async )?(?:\([^)]*\)|\w+)(?::[^=]+)? =>.*\{$|(?:static |private |readonly )*(?:async )?[#\w]+\([^)]*\)(?::[^{]+)? \{$)/;
const CONTROL = /^\s*(?:\} )?(?:if|else|for|while|do|switch|try|catch|finally|case|default)\b.*[{:]$/;

/** A statement ends a line with a semicolon or opens a block. Imports and types do not count. */
const isStatement = (line) =>
  CONTROL.test(line) || (/;$/.test(line) && !/^(import|export \{|export \*|\} from)/.test(line));

const found = [];
for (const file of sources('packages/*/src', 'packages/*/scripts')) {
  const lines = withoutTypes(readFileSync(file, 'utf8').split('\n'));
  if (lines.some((line) => line.includes('// size: '))) continue;
  const statements = lines.filter(isStatement).length;
  if (statements > FILE_STATEMENTS)
    found.push(`${file}: ${statements} statements, at most ${FILE_STATEMENTS}`);
  found.push(...longFunctions(file, lines));
}
found.push(...largeFolders(sources('packages/*/src')));
report('sizes', found);

/** Reports folders with too many entries, at every level below `src`. */
function largeFolders(files) {
  const entries = new Map();
  for (const file of files)
    for (let at = file; !/^packages\/[^/]+\/src$/.test(at); at = dirname(at))
      entries.set(dirname(at), (entries.get(dirname(at)) ?? new Set()).add(at));
  return [...entries].flatMap(([folder, { size }]) => {
    if (size <= FOLDER_ENTRIES || UNCOUNTED.test(folder)) return [];
    return [`${folder}: ${size} entries side by side, at most ${FOLDER_ENTRIES}`];
  });
}

/** Replaces interfaces and object types by blank lines, so that line numbers stay the same. */
function withoutTypes(lines) {
  let end;
  return lines.map((line) => {
    if (end !== undefined) {
      if (line.startsWith(end)) end = undefined;
      return '';
    }
    const type = /^(\s*)(?:export )?(?:declare )?(?:interface \w+.*|type \w+.*= .*)\{$/.exec(line);
    if (type) end = `${type[1]}}`;
    return type ? '' : line;
  });
}

function longFunctions(file, lines) {
  return lines.flatMap((line, start) => {
    const indent = FUNCTION.exec(line)?.[1];
    if (indent === undefined || CONTROL.test(line) || /^\s*return\b/.test(line)) return [];
    const end = lines.findIndex(
      (other, index) => index > start && other.startsWith(`${indent}}`) && !other.startsWith(`${indent}} `),
    );
    const statements = lines.slice(start + 1, end).filter(isStatement).length;
    if (statements <= FUNCTION_STATEMENTS) return [];
    return [`${file}:${start + 1}: a function of ${statements} statements, at most ${FUNCTION_STATEMENTS}`];
  });
}
