// Copied from packages/contract/src/rules by scripts/gen.ts. Do not edit.

/** The placeholders of file patterns. */
export const FILE_PATTERN_PLACEHOLDERS = [
  'locale',
  'character',
  'line_id',
  'line_index',
  'workflow',
  'run',
  'voice',
  'ext',
] as const;

/** The problem of a file pattern, or undefined if it is valid. */
export function filePatternProblem(pattern: string): string | undefined {
  if (pattern.includes('\\')) return 'Must separate folders with /, not with a backslash.';
  if (pattern.startsWith('/') || /^[a-z]:/i.test(pattern)) return 'Must be a relative path.';
  const segments = pattern.split('/');
  if (segments.includes('..') || segments.includes('.')) return 'Must not contain . or .. segments.';
  if (segments.includes('')) return 'Must not contain empty segments.';
  if (/\p{Cc}/u.test(pattern)) return 'Must not contain control characters.';
  const known: readonly string[] = FILE_PATTERN_PLACEHOLDERS;
  const unknown = [...pattern.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
  const stranger = unknown.find((name) => !known.includes(name));
  if (stranger !== undefined) return `{${stranger}} is not a placeholder. Allowed: {${known.join('}, {')}}.`;
  if (/[{}]/.test(pattern.replaceAll(/\{[^{}]*\}/g, ''))) return 'Must not contain unmatched braces.';
  return undefined;
}
