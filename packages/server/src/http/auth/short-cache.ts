import { createHash } from 'node:crypto';

/**
 * Caches results for less than a second, so that revoked rights end within a second in all processes. Requests for the
 * same result share one load. Errors and missing results are not cached.
 */
export interface ShortCache<T> {
  get(key: string, load: () => Promise<T>): Promise<T>;
  /** Also removes results that are still being loaded. */
  clear(): void;
}

const KEEP_MS = 800;
const MAX_ENTRIES = 10_000;

/** Concurrent requests for a key share one load. Errors and missing results are not cached. */
export function createShortCache<T>(): ShortCache<T> {
  const entries = new Map<string, { result: Promise<T>; until: number }>();
  return {
    get(key, load) {
      const cached = entries.get(key);
      const now = performance.now();
      if (cached && cached.until > now) return cached.result;
      if (entries.size >= MAX_ENTRIES) entries.clear();
      const entry = { result: load(), until: now + KEEP_MS };
      entries.set(key, entry);
      const forget = () => {
        if (entries.get(key) === entry) entries.delete(key);
      };
      entry.result.then((result) => {
        if (result === undefined) forget();
      }, forget);
      return entry.result;
    },
    clear: () => entries.clear(),
  };
}

/** The cache stores only digests of credentials in memory. */
export function digest(credential: string): string {
  return createHash('sha256').update(credential).digest('base64url');
}
