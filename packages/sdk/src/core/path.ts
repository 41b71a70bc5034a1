import { InputError } from './client-errors.ts';
import type { Call, Route } from './route.ts';

/** Rejects a segment that would address a different operation, whatever its encoding. */
function segment(value: unknown, name: string): string {
  const text = typeof value === 'number' ? String(value) : value;
  // An unpaired surrogate cannot be encoded.
  if (typeof text !== 'string' || /^\.{0,2}$|\p{Cs}/u.test(text)) {
    throw new InputError(`${name} must not be ${JSON.stringify(value)}.`);
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

/**
 * Alternates text and parameter names: `/a/:b/c` is `/a/`, `b`, `/c`. Cached, because routes are called
 * often.
 */
export function partsOf(route: Route): string[] {
  route.parts ??= route.path.split(/:(\w+)/);
  return route.parts;
}

/** The URL of a call. Throws InputError for path parameters that would address a different path. */
export function urlOf(baseUrl: string, { route, params = [], query }: Call): string {
  let url = baseUrl;
  let at = 0;
  for (const part of partsOf(route)) {
    url += at % 2 === 0 ? part : segment(params[at >> 1], part);
    at += 1;
  }
  return query ? url + queryText(query) : url;
}
