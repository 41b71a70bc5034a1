import { invalid, parameterMissing, parameterUnknown, StripeApiError } from '../stripe-error.ts';

/** A value in a form: text, a list or a record. */
export type Param = string | Param[] | Params;
export interface Params {
  [name: string]: Param | undefined;
}

const MAX_DEPTH = 12;

/** Decodes `a[b][0]=c`, the form that Stripe's clients send. */
export function decodeForm(text: string): Params {
  const root = createRecord();
  for (const [name, value] of new URLSearchParams(text)) {
    const head = /^[^[\]]+/.exec(name)?.[0];
    const rest = name.slice(head?.length);
    const keys = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key ?? '');
    // The keys in brackets must be the whole rest of the name.
    if (head === undefined || keys.length > MAX_DEPTH || keys.join('][') !== rest.slice(1, -1))
      throw new StripeApiError({ message: `Invalid parameter name: ${name}`, param: name });
    let place = root;
    let key = head;
    for (const step of keys) {
      const next = place[key];
      const inner = typeof next === 'object' && !Array.isArray(next) ? next : createRecord();
      place[key] = inner;
      place = inner;
      // `a[]` appends.
      key = step === '' ? String(Object.keys(place).length) : step;
    }
    place[key] = value;
  }
  for (const [name, value] of Object.entries(root)) root[name] = withLists(value);
  return root;
}

/** Without a prototype, so that no caller-defined name has a special meaning. */
function createRecord(): Params {
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
export function readText(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(`Invalid string: ${JSON.stringify(value)}`, name);
}

/** The text of a parameter. Null for an empty string, which clears the field. */
export function readClearable(params: Params, name: string): string | null | undefined {
  const value = readText(params, name);
  return value === '' ? null : value;
}

/** Throws Stripe's errors for a missing and for an empty parameter. */
export function requireText(params: Params, name: string): string {
  const value = readText(params, name);
  if (value === undefined) throw parameterMissing(name);
  if (value === '')
    throw invalid(
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`,
      name,
      'parameter_invalid_empty',
    );
  return value;
}

/** Undefined if the parameter is missing. */
export function readInteger(params: Params, name: string): number | undefined {
  const value = readText(params, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value))
    throw invalid(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
  return Number(value);
}

/** Undefined if the parameter is missing. */
export function readFlag(params: Params, name: string): boolean | undefined {
  const value = readText(params, name);
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw invalid(`Invalid boolean: ${value}`, name);
  return value === 'true';
}

/** One of the values that this processor knows. */
export function readChoice<const T extends string>(
  params: Params,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = readText(params, name);
  if (value === undefined) return undefined;
  const choice = choices.find((one) => one === value);
  if (choice) return choice;
  throw invalid(`Invalid ${name}: must be one of ${choices.join(', ')}`, name);
}

export function readList(params: Params, name: string): Param[] {
  const value = params[name];
  if (value === undefined || value === '') return [];
  if (Array.isArray(value)) return value;
  throw invalid('Invalid array', name);
}

/** A record with no parameters besides the supported ones. */
export function readRecord(params: Params, name: string, accepts: string[]): Params | undefined {
  const value = params[name];
  if (value === undefined || value === '') return undefined;
  return checkRecord(value, name, accepts);
}

/** The records of a list, with no parameters besides the supported ones. */
export function readRecords(params: Params, name: string, accepts: string[]): Params[] {
  return readList(params, name).map((value, index) => checkRecord(value, `${name}[${index}]`, accepts));
}

/** Throws unless the value is an object with only these keys. */
function checkRecord(value: Param, name: string, accepts: string[]): Params {
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid('Invalid object', name);
  const unknown = Object.keys(value).find((key) => !accepts.includes(key));
  if (unknown !== undefined) throw parameterUnknown(`${name}[${unknown}]`);
  return value;
}

/** Merges metadata key by key. An empty value removes a key, and an empty `metadata` removes all keys. */
export function mergeMetadata(params: Params, before: Record<string, string> = {}): Record<string, string> {
  const changes = params.metadata ?? {};
  if (changes === '') return {};
  if (typeof changes === 'string' || Array.isArray(changes)) throw invalid('Invalid object', 'metadata');
  const metadata: Record<string, string> = { ...before };
  for (const [key, value] of Object.entries(changes)) {
    if (typeof value !== 'string') throw invalid('Metadata values must be strings', `metadata[${key}]`);
    if (value === '') delete metadata[key];
    else metadata[key] = value;
  }
  return metadata;
}
