import { InputError } from './client-errors.ts';
import type { Route } from './route.ts';

/** A segment that would change which operation is called is refused, whatever its encoding. */
function segment(value: unknown, name: string): string {
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new InputError(`${name} must be a string, not ${value === null ? 'null' : typeof value}.`);
  }
  const text = String(value);
  if (text === '' || text === '.' || text === '..') {
    throw new InputError(`${name} must not be ${JSON.stringify(text)}.`);
  }
  return encodeURIComponent(text);
}

function queryText(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      search.append(name, item instanceof Date ? item.toISOString() : String(item));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** The address of a call. Throws InputError for path parameters that would lead elsewhere. */
export function urlOf(baseUrl: string, route: Route, params: readonly unknown[], query: object = {}): string {
  let at = 0;
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => segment(params[at++], name));
  return `${baseUrl}${path}${queryText(query)}`;
}
