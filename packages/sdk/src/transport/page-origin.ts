import type { Fetch } from './fetch.ts';

/** A hint for failed browser requests: browsers do not reveal whether the network or CORS was the cause. */
export function originHint(url: string): string {
  const { origin } = (globalThis as { location?: { origin?: string } }).location ?? {};
  const target = URL.canParse(url) ? new URL(url).origin : origin;
  return target === origin
    ? ''
    : `; or ${target} does not allow requests from ${origin} (see CORS_ORIGINS of the service)`;
}

/** `fetch` whose failures in a page name both origins. */
export const namingOrigins =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    try {
      return await fetch(url, init);
    } catch (error) {
      // What a page is not allowed to read fails as this, too.
      if (error instanceof TypeError) throw new TypeError(`${error.message}${originHint(url)}`);
      throw error;
    }
  };
