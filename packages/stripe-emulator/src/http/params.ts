import type { Param, Params } from './form.ts';
import { invalid, parameterMissing, parameterUnknown } from './stripe-error.ts';

/** Text, or undefined if the parameter is missing. */
export function textOf(params: Params, name: string): string | undefined {
  const value = params[name];
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(`Invalid string: ${JSON.stringify(value)}`, name);
}

/** Text; an empty string clears the field. */
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

/** Merged key by key. An empty value removes a key, an empty `metadata` all of them. */
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
