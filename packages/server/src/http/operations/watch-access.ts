import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { ACCESS_CHANNEL } from '../../db/suspended.ts';
import { ApiError } from '../../errors.ts';

/** How often the rights of a caller are checked while a stream is open. */
const CHECK_MS = 15_000;
/** Rights are cached for less than this time. */
const CACHED_MS = 1_000;

/**
 * Watches the rights of a caller while a response is open. `signal` is aborted when `authorize` rejects the caller, because
 * of a suspension, a revoked key, an expired token or a lost membership. A suspension takes effect within two seconds.
 */
export function watchAccess(
  { listener }: Pick<App, 'listener'>,
  authorize: () => Promise<unknown>,
): { signal: AbortSignal; close: () => void } {
  const lost = new AbortController();
  const closed = new AbortController();
  const check = async () => {
    try {
      await authorize();
    } catch (error) {
      // During an outage of the database or the identity provider, the stream stays open.
      if (error instanceof ApiError && error.status < 500) lost.abort();
    }
  };
  const timer = setInterval(() => void check(), CHECK_MS);
  const unlisten = listener.on(ACCESS_CHANNEL, () => {
    delay(CACHED_MS, undefined, { signal: closed.signal }).then(check, () => undefined);
  });
  return {
    signal: lost.signal,
    close: () => {
      clearInterval(timer);
      unlisten();
      closed.abort();
    },
  };
}
