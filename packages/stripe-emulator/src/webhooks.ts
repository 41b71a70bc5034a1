import { setTimeout as delay } from 'node:timers/promises';
import Stripe from 'stripe';

/** The receiver of events, and its signing secret. */
export interface WebhookTarget {
  url: string;
  secret: string;
  /** Resolves when the receiver has processed the events; it may accept them first and process them later. */
  seenTo?: () => Promise<void>;
}

export interface WebhookOptions {
  /** The time in signatures; receivers reject old ones. */
  signedAt?: () => Date;
  retry_delays_ms?: number[];
}

export interface Delivery {
  event: Stripe.Event;
  attempts: number;
  /** The status of the last attempt; 0 if there was no response. */
  status: number | undefined;
  state: 'queued' | 'held' | 'delivered' | 'dropped' | 'given_up';
}

const RETRY_DELAYS_MS = [100, 200, 400, 800, 1_600, 3_200, 6_400];
const DEADLINE_MS = 20_000;

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Sends events in order. Tests can hold, shuffle, duplicate and drop events, as a network can. */
export function createWebhooks(first: WebhookTarget | undefined, options: WebhookOptions = {}) {
  const deliveries: Delivery[] = [];
  let target = first;
  let holding = false;
  let times = 1;
  let lost = { share: 0, random: seeded(1) };
  const sender = createSender(() => target, options);
  const add = (event: Stripe.Event, state: Delivery['state']) => {
    const delivery: Delivery = { event, attempts: 0, status: undefined, state };
    deliveries.push(delivery);
    if (state === 'queued') sender.enqueue(delivery);
  };
  return {
    deliveries,
    deliverTo: (next: WebhookTarget) => {
      target = next;
    },
    send: (events: Stripe.Event[]) => {
      if (!target) return;
      for (const event of events) {
        const dropped = lost.random() < lost.share;
        const otherwise = holding ? 'held' : 'queued';
        for (let copy = 0; copy < times; copy += 1) add(event, dropped ? 'dropped' : otherwise);
      }
    },
    /** Holds all further events until `flush`. */
    hold: () => {
      holding = true;
    },
    /** Sends the held events; with a seed, in a random but reproducible order. */
    flush: (seed?: number) => {
      holding = false;
      const waiting = deliveries.filter(({ state }) => state === 'held');
      if (seed !== undefined) {
        const random = seeded(seed);
        const order = new Map(waiting.map((delivery) => [delivery, random()]));
        waiting.sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
      }
      for (const delivery of waiting) sender.enqueue(delivery);
    },
    /** Delivers each event this many times. */
    duplicate: (count: number) => {
      times = count;
    },
    /** Drops a share of the events, chosen by the seed. */
    drop: (share: number, seed = 1) => {
      lost = { share, random: seeded(seed) };
    },
    redeliver: (eventId: string) => {
      const delivery = deliveries.find(({ event }) => event.id === eventId);
      if (!delivery) throw new RangeError(`No event ${eventId} was ever sent.`);
      add(delivery.event, 'queued');
    },
    /** Resolves when all events were delivered and processed, except held and dropped ones. */
    settled: async () => {
      await sender.settled();
      await target?.seenTo?.();
    },
    close: sender.close,
  };
}

/** Sends deliveries in order; rejected ones are retried later. */
function createSender(target: () => WebhookTarget | undefined, options: WebhookOptions) {
  const stopped = new AbortController();
  const underway = new Set<Promise<void>>();
  let tail: Promise<void> = Promise.resolve();
  const track = (work: Promise<void>) => {
    underway.add(work);
    void work.finally(() => underway.delete(work));
  };
  const attempt = async (delivery: Delivery): Promise<void> => {
    const to = target();
    if (!to || stopped.signal.aborted) return;
    delivery.attempts += 1;
    delivery.status = await post(to, delivery.event, { ...options, signal: stopped.signal });
    if (delivery.status >= 200 && delivery.status < 300) {
      delivery.state = 'delivered';
      return;
    }
    const wait = (options.retry_delays_ms ?? RETRY_DELAYS_MS)[delivery.attempts - 1];
    if (wait === undefined) delivery.state = 'given_up';
    else {
      const waited = delay(wait, undefined, { signal: stopped.signal });
      // If sending stops during the wait, the attempt returns immediately.
      track(waited.catch(() => {}).then(() => attempt(delivery)));
    }
  };
  const settled = async () => {
    while (underway.size > 0) await Promise.all(underway);
  };
  return {
    enqueue: (delivery: Delivery) => {
      delivery.state = 'queued';
      tail = tail.then(() => attempt(delivery));
      track(tail);
    },
    settled,
    close: () => {
      stopped.abort();
      return settled();
    },
  };
}

/** The status of the response; 0 if there was none. */
async function post(
  target: WebhookTarget,
  event: Stripe.Event,
  { signedAt = () => new Date(), signal }: WebhookOptions & { signal: AbortSignal },
): Promise<number> {
  const payload = JSON.stringify(event, null, 2);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: target.secret,
    timestamp: Math.floor(signedAt().getTime() / 1_000),
  });
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

/** The same numbers for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
