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

const errors = [];
for (const file of sources('packages/*/src', 'packages/*/scripts')) {
  const lines = withoutTypes(readFileSync(file, 'utf8').split('\n'));
  if (lines.some((line) => line.includes('// size: '))) continue;
  const statements = lines.filter(isStatement).length;
  if (statements > FILE_STATEMENTS)
    errors.push(`${file}: ${statements} statements, at most ${FILE_STATEMENTS}`);
  errors.push(...findLongFunctions(file, lines));
}
errors.push(...findLargeFolders(sources('packages/*/src')));
report('sizes', errors);

/** Reports folders with too many entries, at every level below `src`. */
function findLargeFolders(files) {
  const entries = new Map();
  for (const file of files)
    for (let at = file; !/^packages\/[^/]+\/src$/.test(at); at = dirname(at))
      entries.set(dirname(at), (entries.get(dirname(at)) ?? new Set()).add(at));
  return [...entries]
    .filter(([folder, { size }]) => size > FOLDER_ENTRIES && !UNCOUNTED.test(folder))
    .map(([folder, { size }]) => `${folder}: ${size} entries side by side, at most ${FOLDER_ENTRIES}`);
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

/** Reports functions with too many statements. A function ends at the next brace with the indentation of its start. */
function findLongFunctions(file, lines) {
  const errors = [];
  for (const [start, line] of lines.entries()) {
    const indent = FUNCTION.exec(line)?.[1];
    if (indent === undefined || CONTROL.test(line) || /^\s*return\b/.test(line)) continue;
    const end = lines.findIndex(
      (other, index) => index > start && other.startsWith(`${indent}}`) && !other.startsWith(`${indent}} `),
    );
    const statements = lines.slice(start + 1, end).filter(isStatement).length;
    if (statements > FUNCTION_STATEMENTS)
      errors.push(
        `${file}:${start + 1}: a function of ${statements} statements, at most ${FUNCTION_STATEMENTS}`,
      );
  }
  return errors;
}
