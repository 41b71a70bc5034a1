import Stripe from 'stripe';

/** Where events go, and how they are signed. */
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
  deadline_ms?: number;
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

/** Sends events in order, and lets tests disturb that in every way a network can. */
export interface Webhooks {
  deliveries: Delivery[];
  target: WebhookTarget | undefined;
  send: (events: Stripe.Event[]) => void;
  /** Holds all further events until `flush`. */
  hold: () => void;
  /** Sends the held events; with a seed, in another order. */
  flush: (seed?: number) => void;
  /** Delivers each event this many times. */
  duplicate: (times: number) => void;
  /** Drops a share of the events, chosen by the seed. */
  drop: (share: number, seed?: number) => void;
  redeliver: (eventId: string) => void;
  /** Resolves when all events were delivered and processed, except held and dropped ones. */
  settled: () => Promise<void>;
  close: () => Promise<void>;
}

/** Sends deliveries in order; rejected ones are retried later. */
interface Sender {
  enqueue: (delivery: Delivery) => void;
  settled: () => Promise<void>;
  close: () => Promise<void>;
}

function createSender(target: () => WebhookTarget | undefined, options: WebhookOptions): Sender {
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
    else track(pause(wait, stopped.signal).then(() => attempt(delivery)));
  };
  const settled = async () => {
    while (underway.size > 0) await Promise.all(underway);
  };
  return {
    enqueue: (delivery) => {
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

export function createWebhooks(target: WebhookTarget | undefined, options: WebhookOptions = {}): Webhooks {
  let holding = false;
  let times = 1;
  let lost = { share: 0, random: seeded(1) };
  const { enqueue, settled, close } = createSender(() => webhooks.target, options);
  const add = (event: Stripe.Event) => {
    const dropped = lost.random() < lost.share;
    for (let copy = 0; copy < times; copy += 1) {
      const delivery: Delivery = { event, attempts: 0, status: undefined, state: 'held' };
      webhooks.deliveries.push(delivery);
      if (dropped) delivery.state = 'dropped';
      else if (!holding) enqueue(delivery);
    }
  };
  const webhooks: Webhooks = {
    deliveries: [],
    target,
    send: (events) => {
      if (webhooks.target) for (const event of events) add(event);
    },
    hold: () => {
      holding = true;
    },
    flush: (seed) => {
      holding = false;
      const held = webhooks.deliveries.filter(({ state }) => state === 'held');
      for (const delivery of seed === undefined ? held : shuffled(held, seeded(seed))) enqueue(delivery);
    },
    duplicate: (count) => {
      times = count;
    },
    drop: (share, seed = 1) => {
      lost = { share, random: seeded(seed) };
    },
    redeliver: (eventId) => {
      const known = webhooks.deliveries.find(({ event }) => event.id === eventId);
      if (!known) throw new RangeError(`No event ${eventId} was ever sent.`);
      const again: Delivery = { event: known.event, attempts: 0, status: undefined, state: 'queued' };
      webhooks.deliveries.push(again);
      enqueue(again);
    },
    settled: async () => {
      await settled();
      await webhooks.target?.seenTo?.();
    },
    close,
  };
  return webhooks;
}

interface PostOptions extends WebhookOptions {
  signal: AbortSignal;
}

/** The status of the response; 0 if there was none. */
async function post(target: WebhookTarget, event: Stripe.Event, options: PostOptions): Promise<number> {
  const payload = JSON.stringify(event, null, 2);
  const at = options.signedAt?.() ?? new Date();
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: target.secret,
    timestamp: Math.floor(at.getTime() / 1_000),
  });
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(options.deadline_ms ?? DEADLINE_MS)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffled<T>(items: T[], random: () => number): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [one, two] = [result[last], result[other]];
    if (one !== undefined && two !== undefined) [result[last], result[other]] = [two, one];
  }
  return result;
}
