import type { AnyCaller } from '../../handler/handler.ts';

/** How many streams and waits one caller may have open in a server process at once. */
export const MAX_OPEN = 100;

export type OpenRequests = ReturnType<typeof createOpenRequests>;

/** Counts requests that stay open for long: each costs a connection and a reader. */
export function createOpenRequests(limit = MAX_OPEN) {
  const counts = new Map<string, number>();
  return {
    /** Takes a slot of the caller and returns the function that releases it; undefined if all are taken. */
    take(caller: AnyCaller | null): (() => void) | undefined {
      const key = caller === null ? '' : keyOf(caller);
      const count = counts.get(key) ?? 0;
      if (count >= limit) return undefined;
      counts.set(key, count + 1);
      return () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}

/** Guests of one link count together: a link admits any number of them. */
function keyOf(caller: AnyCaller): string {
  return caller.kind === 'guest' ? caller.guest.link_id : (caller.api_key_id ?? caller.user_id);
}
