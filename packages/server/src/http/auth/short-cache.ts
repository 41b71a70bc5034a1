import { createHash } from 'node:crypto';

/**
 * Remembers answers for less than a second, so that a revoked right is gone everywhere within one, and asks once
 * for all requests that wait for the same answer. Failures and "nothing there" are not remembered.
 */
export interface ShortCache<T> {
  get(key: string, load: () => Promise<T>): Promise<T>;
  /** What is being asked for meanwhile is not remembered either. */
  clear(): void;
}

const KEEP_MS = 800;
const MAX_ENTRIES = 10_000;

export function createShortCache<T>(): ShortCache<T> {
  const entries = new Map<string, { answer: Promise<T>; until: number }>();
  return {
    get(key, load) {
      const known = entries.get(key);
      const now = performance.now();
      if (known && known.until > now) return known.answer;
      if (entries.size >= MAX_ENTRIES) entries.clear();
      const entry = { answer: load(), until: now + KEEP_MS };
      entries.set(key, entry);
      const forget = () => {
        if (entries.get(key) === entry) entries.delete(key);
      };
      entry.answer.then((answer) => {
        if (answer === undefined) forget();
      }, forget);
      return entry.answer;
    },
    clear: () => entries.clear(),
  };
}

/** Credentials are kept in memory by their digest alone. */
export function digest(credential: string): string {
  return createHash('sha256').update(credential).digest('base64url');
}
