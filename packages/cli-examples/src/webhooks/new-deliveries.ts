import type { Voiceloom, WebhookDelivery } from '@voiceloom/sdk';
import { EXIT, getExitCode } from '../errors/exit-codes.ts';

const PAGE = 100;
/** The maximum number of deliveries per poll. After a longer interruption, only the newest are read. */
const MAX_DELIVERIES = 1000;

/** New deliveries, oldest first. Does not stop at known deliveries, because some new ones appear late. */
async function readNewDeliveries(
  list: AsyncIterable<WebhookDelivery>,
  ids: ReadonlySet<string>,
): Promise<WebhookDelivery[]> {
  const newDeliveries: WebhookDelivery[] = [];
  let knownCount = 0;
  for await (const delivery of list) {
    if (ids.has(delivery.id)) knownCount += 1;
    else newDeliveries.push(delivery);
    // Deliveries older than half a page of known ones are known, too.
    if (knownCount >= PAGE / 2 || newDeliveries.length + knownCount >= MAX_DELIVERIES) break;
  }
  return newDeliveries.reverse();
}

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
  const ids = new Set((await list().toArray({ limit: MAX_DELIVERIES })).map(({ id }) => id));
  async function* follow(): AsyncGenerator<WebhookDelivery, void, undefined> {
    for (;;) {
      await wait();
      const deliveries = await readNewDeliveries(list(), ids).catch((error: unknown) => {
        // The service may recover without intervention.
        if (getExitCode(error) !== EXIT.unreachable) throw error;
        onAway();
        return [];
      });
      for (const delivery of deliveries) {
        ids.add(delivery.id);
        yield delivery;
      }
    }
  }
  return follow();
}
