import { catchUp } from './billing/calendar.ts';
import { type EmulatorClock, runningClock, standingClock } from './clock.ts';
import { type Control, createControl } from './control.ts';
import { createControlCommands } from './http/control-http.ts';
import type { ValidateRequest } from './http/handle.ts';
import { createIdempotencyKeys } from './http/idempotency.ts';
import type { Fault } from './http/injected-faults.ts';
import { createFront, listen } from './http/server.ts';
import { routes } from './resources/index.ts';
import { createState, type Dunning, type State } from './state.ts';
import { createWebhooks, type WebhookOptions, type WebhookTarget } from './webhooks.ts';

export type { Control } from './control.ts';
export type { ValidateRequest } from './http/handle.ts';

export interface StripeEmulatorOptions {
  /** 127.0.0.1 unless told otherwise; other machines are never let in. */
  host?: '127.0.0.1' | '::1' | 'localhost';
  /** A free one unless told otherwise. */
  port?: number;
  secretKey: string;
  webhook?: WebhookTarget & WebhookOptions;
  /** The clock stands there until it is advanced; undefined: it runs, from now. */
  now?: Date;
  dunning?: Dunning;
  validateRequest?: ValidateRequest;
}

export interface StripeEmulator {
  url: string;
  host: string;
  port: number;
  state: State;
  control: Control;
  /** Where events go from now on. */
  deliverTo: (target: WebhookTarget) => void;
  close: () => Promise<void>;
}

/** Renewals that were declined are tried again after 3, 5 and 7 days each, then the subscription ends. */
const DUNNING: Dunning = { retry_days: [3, 5, 7], at_last: 'cancel' };

/** A server on this machine that speaks Stripe's API and remembers, in memory, what it was told. */
export async function startStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const host = options.host ?? '127.0.0.1';
  const clock = createClock(options.now);
  const state = createState({ now: clock.now, baseUrl: '', dunning: options.dunning ?? DUNNING });
  const webhooks = createWebhooks(options.webhook, options.webhook);
  state.onEvents = webhooks.send;
  const faults: Fault[] = [];
  const hanging = new Set<() => void>();
  const releaseHanging = () => {
    for (const release of hanging) release();
    hanging.clear();
  };
  const control = createControl({ state, clock, faults, webhooks, releaseHanging });
  const server = createFront({
    api: {
      state,
      routes,
      keys: createIdempotencyKeys(clock.now),
      secretKey: options.secretKey,
      validate: options.validateRequest,
    },
    faults,
    hanging,
    tick: () => catchUp(state, clock.now(), clock),
    control: createControlCommands(state, control),
  });
  const port = await listen(server, host, options.port ?? 0);
  const url = `http://${host === '::1' ? '[::1]' : host}:${port}`;
  state.baseUrl = url;
  return {
    url,
    host,
    port,
    state,
    control,
    deliverTo: (target) => {
      webhooks.target = target;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      releaseHanging();
      await Promise.all([closed, webhooks.close()]);
    },
  };
}

function createClock(start: Date | undefined): EmulatorClock {
  if (start) return standingClock(Math.floor(start.getTime() / 1_000));
  return runningClock(() => Math.floor(Date.now() / 1_000));
}
