import type { Voiceloom, WebhookDelivery } from '@voiceloom/sdk';
import { EXIT, exitCodeOf } from '../errors/exit-codes.ts';

const PAGE = 100;
/** The maximum number of deliveries per poll. After a longer interruption, only the newest are read. */
const MOST = 1000;

/** New deliveries, oldest first. Does not stop at known deliveries, because some new ones appear late. */
async function unseen(
  list: AsyncIterable<WebhookDelivery>,
  seen: ReadonlySet<string>,
): Promise<WebhookDelivery[]> {
  const found: WebhookDelivery[] = [];
  let known = 0;
  for await (const delivery of list) {
    if (seen.has(delivery.id)) known += 1;
    else found.push(delivery);
    if (known >= PAGE / 2 || found.length + known >= MOST) break;
  }
  return found.reverse();
}

/** Whether the service may recover without intervention. */
const isAway = (error: unknown): boolean => exitCodeOf(error) === EXIT.unreachable;

/**
 * New deliveries to an endpoint, each once. `wait` delays between polls. If the service is unavailable, calls
 * `onAway` and continues.
 */
export async function newDeliveries(
  client: Voiceloom,
  endpointId: string,
  { signal, wait, onAway }: { signal: AbortSignal; wait: () => Promise<void>; onAway: () => void },
): Promise<AsyncGenerator<WebhookDelivery, void, undefined>> {
  const list = () => client.webhookEndpoints.deliveries(endpointId, { limit: PAGE }, { signal });
  const seen = new Set((await list().toArray({ limit: MOST })).map(({ id }) => id));
  async function* follow(): AsyncGenerator<WebhookDelivery, void, undefined> {
    for (;;) {
      await wait();
      const found = await unseen(list(), seen).catch((error: unknown) => {
        if (!isAway(error)) throw error;
        onAway();
        return [];
      });
      for (const delivery of found) {
        seen.add(delivery.id);
        yield delivery;
      }
    }
  }
  return follow();
}
