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
  /** Default: 127.0.0.1. Connections from other machines are never accepted. */
  host?: '127.0.0.1' | '::1' | 'localhost';
  /** Default: a free one. */
  port?: number;
  secretKey: string;
  webhook?: WebhookTarget & WebhookOptions;
  /** The clock stands at this time until it is advanced; undefined: it runs, from now. */
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
  /** Sets the receiver of all further events. */
  deliverTo: (target: WebhookTarget) => void;
  close: () => Promise<void>;
}

/** Declined renewals are retried after 3, 5 and 7 days, then the subscription ends. */
const DUNNING: Dunning = { retry_days: [3, 5, 7], at_last: 'cancel' };

/** A local server with Stripe's API and in-memory state. */
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
