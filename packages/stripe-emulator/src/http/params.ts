import { invalid, parameterMissing, parameterUnknown, StripeFault } from '../stripe-error.ts';

/** A value in a form: text, a list or a record. */
export type Param = string | Param[] | Params;
export interface Params {
  [name: string]: Param | undefined;
}

const MAX_DEPTH = 12;

/** Decodes `a[b][0]=c`, the form that Stripe's clients send. */
export function decodeForm(text: string): Params {
  const root = record();
  for (const [name, value] of new URLSearchParams(text)) place(root, pathOf(name), value);
  for (const [name, value] of Object.entries(root)) root[name] = withLists(value);
  return root;
}

function pathOf(name: string): string[] {
  const head = /^[^[\]]+/.exec(name)?.[0];
  const rest = head === undefined ? name : name.slice(head.length);
  const keys = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key ?? '');
  if (head === undefined || keys.length > MAX_DEPTH || keys.join('][') !== rest.slice(1, -1))
    throw new StripeFault({ message: `Invalid parameter name: ${name}`, param: name });
  return [head, ...keys];
}

function place(root: Params, path: string[], value: string): void {
  let at = root;
  for (const step of path.slice(0, -1)) {
    const key = step === '' ? String(Object.keys(at).length) : step;
    const next = at[key];
    const inner = typeof next === 'object' && !Array.isArray(next) ? next : record();
    at[key] = inner;
    at = inner;
  }
  const last = path.at(-1) ?? '';
  at[last === '' ? String(Object.keys(at).length) : last] = value;
}

/** Without a prototype, so that no caller-defined name has a special meaning. */
function record(): Params {
  return Object.create(null) as Params;
}

/** Converts objects whose keys count up from zero to lists. */
function withLists(value: Param | undefined): Param | undefined {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  for (const [name, inner] of Object.entries(value)) value[name] = withLists(inner);
  const keys = Object.keys(value);
  if (keys.length === 0 || keys.some((key, index) => key !== String(index))) return value;
  return Object.values(value).filter((inner) => inner !== undefined);
}

/** Text, or undefined if the parameter is missing. */
export function textOf(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(`Invalid string: ${JSON.stringify(value)}`, name);
}

/** The text of a parameter. Null for an empty string, which clears the field. */
export function clearableOf(params: Params, name: string): string | null | undefined {
  const value = textOf(params, name);
  return value === '' ? null : value;
}

export function requiredText(params: Params, name: string): string {
  const value = textOf(params, name);
  if (value === undefined) throw parameterMissing(name);
  if (value === '')
    throw invalid(
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`,
      name,
      'parameter_invalid_empty',
    );
  return value;
}

export function integerOf(params: Params, name: string): number | undefined {
  const value = textOf(params, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value))
    throw invalid(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
  return Number(value);
}

export function flagOf(params: Params, name: string): boolean | undefined {
  const value = textOf(params, name);
  if (value === undefined || value === 'true' || value === 'false') return value && value === 'true';
  throw invalid(`Invalid boolean: ${value}`, name);
}

/** One of the values that this processor knows. */
export function choiceOf<const T extends string>(
  params: Params,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = textOf(params, name);
  const found = choices.find((choice) => choice === value);
  if (value === undefined || found) return found;
  throw invalid(`Invalid ${name}: must be one of ${choices.join(', ')}`, name);
}

export function listOf(params: Params, name: string): Param[] {
  const value = params[name];
  if (value === undefined || value === '') return [];
  if (Array.isArray(value)) return value;
  throw invalid('Invalid array', name);
}

/** A record with no parameters besides the supported ones. */
export function recordOf(params: Params, name: string, accepts: string[]): Params | undefined {
  const value = params[name];
  return value === undefined || value === '' ? undefined : known(value, name, accepts);
}

/** The records of a list, with no parameters besides the supported ones. */
export function recordsOf(params: Params, name: string, accepts: string[]): Params[] {
  return listOf(params, name).map((value, index) => known(value, `${name}[${index}]`, accepts));
}

function known(value: Param, name: string, accepts: string[]): Params {
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid('Invalid object', name);
  const unknown = Object.keys(value).find((key) => !accepts.includes(key));
  if (unknown !== undefined) throw parameterUnknown(`${name}[${unknown}]`);
  return value;
}

/** Merges metadata key by key. An empty value removes a key, and an empty `metadata` removes all keys. */
export function mergedMetadata(params: Params, before: Record<string, string> = {}): Record<string, string> {
  const changes = params.metadata ?? {};
  if (changes === '') return {};
  if (typeof changes === 'string' || Array.isArray(changes)) throw invalid('Invalid object', 'metadata');
  const merged: Record<string, string> = { ...before };
  for (const [key, value] of Object.entries(changes)) {
    if (typeof value !== 'string') throw invalid('Metadata values must be strings', `metadata[${key}]`);
    if (value === '') delete merged[key];
    else merged[key] = value;
  }
  return merged;
}
