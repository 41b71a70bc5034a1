/** Splits a URL into base and path, preserving a trailing slash. */
export function addressOf({ url = '' }: { url?: string | undefined }): { origin: string; path: string } {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}
