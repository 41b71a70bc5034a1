/** Reads `host`, `host:port`, … separated by commas; undefined when one is no host. */
export function parseHosts(text: string): string[] | undefined {
  const hosts = splitList(text).map((host) => host.toLowerCase());
  return hosts.every((host) => /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/.test(host))
    ? hosts
    : undefined;
}

/** Reads `provider=https://…` separated by commas; undefined when one is no such pair. */
export function parseProviderUrls(text: string): Record<string, string> | undefined {
  const pairs = splitList(text).map((part) => /^([a-z_]+)=(https?:\/\/.+)$/.exec(part));
  const urls: Record<string, string> = {};
  for (const pair of pairs) {
    const [, provider, url] = pair ?? [];
    if (provider === undefined || url === undefined || !URL.canParse(url)) return undefined;
    urls[provider] = url.replace(/\/+$/, '');
  }
  return urls;
}

/** The entries of a comma-separated list. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
