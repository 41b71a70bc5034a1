import type { AnyCaller } from '../../handler/handler.ts';

/** The maximum number of open streams and waits of a caller in a server process. */
export const MAX_OPEN = 100;

export type OpenRequests = ReturnType<typeof createOpenRequests>;

/** Counts requests that stay open for long, because each one uses a connection and a reader. */
export function createOpenRequests(limit = MAX_OPEN) {
  const counts = new Map<string, number>();
  return {
    /** Reserves a slot for the caller and returns the function that releases it. Undefined if all slots are in use. */
    take(caller: AnyCaller | null): (() => void) | undefined {
      // The guests of a link share one limit, because a link admits any number of guests.
      let key = '';
      if (caller?.kind === 'guest') key = caller.guest.link_id;
      else if (caller) key = caller.api_key_id ?? caller.user_id;
      const count = counts.get(key) ?? 0;
      if (count >= limit) return undefined;
      counts.set(key, count + 1);
      return () => {
        const remaining = (counts.get(key) ?? 1) - 1;
        if (remaining > 0) counts.set(key, remaining);
        else counts.delete(key);
      };
    },
  };
}
