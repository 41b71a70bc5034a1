/** An address in two parts: it is asked as it was entered, with a slash at its end where it has one. */
export function addressOf({ url = '' }: { url?: string | undefined }): { origin: string; path: string } {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}
