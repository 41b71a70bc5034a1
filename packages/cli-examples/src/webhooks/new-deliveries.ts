import type { Voiceloom, WebhookDelivery } from '@voiceloom/sdk';
import { EXIT, exitCodeOf } from '../errors/exit-codes.ts';

const PAGE = 100;
/** The most that is looked at in one go: who was away for longer sees the newest. */
const MOST = 1000;

/** What is listed and was not seen, the oldest first. It is looked for behind what was seen, too: some are listed late. */
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

/** Whether the service may answer again by itself. */
const isAway = (error: unknown): boolean => exitCodeOf(error) === EXIT.unreachable;

/**
 * The deliveries to an endpoint that come from now on, each once. `wait` passes the time between two looks. A service that
 * is away is looked for again; `onAway` is told.
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
