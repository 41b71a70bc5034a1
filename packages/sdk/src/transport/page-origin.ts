import type { Fetch } from './fetch.ts';

/** A hint for failed browser requests: browsers do not reveal whether the network or CORS was the cause. */
export function originHint(url: string): string {
  const { origin } = (globalThis as { location?: { origin?: string } }).location ?? {};
  const target = URL.canParse(url) ? new URL(url).origin : origin;
  if (target === origin) return '';
  return `; or ${target} does not allow requests from ${origin} (see CORS_ORIGINS of the service)`;
}

/** Wraps `fetch` to name both origins in errors in a browser. */
export const namingOrigins =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    try {
      return await fetch(url, init);
    } catch (error) {
      // CORS failures are also reported as a TypeError.
      if (error instanceof TypeError) throw new TypeError(`${error.message}${originHint(url)}`);
      throw error;
    }
  };
