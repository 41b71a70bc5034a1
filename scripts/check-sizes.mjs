// Stops files and functions from growing past what one can read at once.
// A file or function that must be longer says why: // size: <reason>
import { readFileSync } from 'node:fs';
import { report, sources } from './sources.mjs';

const FILE_LINES = 300;
const FUNCTION_LINES = 60;
const START =
  /^(\s*)(?:export )?(?:default )?(?:async )?(?:function\b|const \w+(?::[^=]+)? = (?:async )?(?:\([^)]*\)|\w+)(?::[^=]+)? =>.*\{$|(?:static |private |readonly )*(?:async )?[#\w]+\([^)]*\)(?::[^{]+)? \{$)/;

const faults = [];
for (const file of sources('packages/*/src', 'packages/*/scripts')) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const excused = lines.some((line) => line.includes('// size: '));
  if (lines.length - 1 > FILE_LINES && !excused)
    faults.push(`${file}: ${lines.length - 1} lines, at most ${FILE_LINES}`);
  if (!excused) faults.push(...longFunctions(file, lines));
}
report('sizes', faults);

function longFunctions(file, lines) {
  const found = [];
  lines.forEach((line, start) => {
    const indent = START.exec(line)?.[1];
    if (indent === undefined || /^\s*(if|for|while|switch|return|catch)\b/.test(line)) return;
    const end = lines.findIndex(
      (other, index) =>
        index > start &&
        (other === `${indent}}` ||
          other.startsWith(`${indent}};`) ||
          other.startsWith(`${indent}},`) ||
          other.startsWith(`${indent}})`)),
    );
    if (end - start + 1 > FUNCTION_LINES)
      found.push(`${file}:${start + 1}: a function of ${end - start + 1} lines, at most ${FUNCTION_LINES}`);
  });
  return found;
}
