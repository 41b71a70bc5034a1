import { type Fetch, TimeoutError } from '@voiceloom/sdk';

/** The statuses that a proxy returns if the service is unreachable. */
const OUTAGE_STATUSES = new Set([502, 503, 504]);

/** Sends requests, and calls `onReturn` at the first response after an outage, such as that of the event stream. */
export function watchOutages(send: Fetch, onReturn: () => void): Fetch {
  let isAway = false;
  return async (url, init) => {
    try {
      const response = await send(url, init);
      const isBack = isAway && !OUTAGE_STATUSES.has(response.status);
      isAway = OUTAGE_STATUSES.has(response.status);
      if (isBack) onReturn();
      return response;
    } catch (error) {
      // A request that the page canceled does not show whether the service works.
      const isLeft = init.signal?.aborted && !(init.signal.reason instanceof TimeoutError);
      if (!isLeft) isAway = true;
      throw error;
    }
  };
}
