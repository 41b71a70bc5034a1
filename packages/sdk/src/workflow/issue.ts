/** What is wrong with a value, and where. `code` and the facts beside it are those of zod; `inst` is the schema. */
export interface Issue {
  code: string;
  path: (string | number)[];
  message?: string;
  input?: unknown;
  /** False or absent: later checks of the same value do not run. */
  continue?: boolean | undefined;
  [fact: string]: unknown;
}

/** A message, or what finds one for an issue. */
export type Say = string | ((issue: Issue) => string | undefined) | undefined;

/** Words of a check or schema, as `{error: …}` or as text. */
export type Params = string | { error?: Say } | undefined;

/** The words in `params`. */
export const sayOf = (params: Params): Say => (typeof params === 'object' ? params.error : params);

const WORDS: Record<string, (issue: Issue) => string> = {
  invalid_type: ({ expected, input }) => `Invalid input: expected ${expected}, received ${typeOf(input)}`,
  invalid_key: ({ origin }) => `Invalid key in ${origin}`,
  unrecognized_keys: ({ keys }) => {
    const names = (keys as string[]).map((name) => JSON.stringify(name));
    return `Unrecognized key${names.length > 1 ? 's' : ''}: ${names.join(', ')}`;
  },
  invalid_format: ({ format, pattern }) =>
    format === 'regex' ? `Invalid string: must match pattern ${pattern}` : `Invalid ${format}`,
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Gives an issue its message: that of the check, of the schema, of the reader, or a plain one. */
export function worded(issue: Issue, said: readonly Say[]): Issue {
  const { says, continue: _, inst: _inst, ...facts } = issue;
  const sayings = [...((says as Say[] | undefined) ?? []), ...said];
  let message = facts.message;
  for (const say of sayings) message ??= typeof say === 'function' ? say(issue) : say;
  return { ...facts, message: message ?? WORDS[issue.code]?.(issue) ?? 'Invalid input' };
}

/** `issues` as those of a part of a larger value. */
export const below = (key: string | number, issues: readonly Issue[]): Issue[] =>
  issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }));
