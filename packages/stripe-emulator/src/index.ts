import { runningClock } from './clock.ts';
import { catchUp } from './control/calendar.ts';
import { type Control, createControl } from './control/control.ts';
import { createControlCommands } from './control/control-http.ts';
import type { ValidateRequest } from './http/handle.ts';
import { createIdempotencyKeys } from './http/idempotency.ts';
import type { Fault } from './http/injected-faults.ts';
import { createFront, listen } from './http/server.ts';
import { routes } from './resources/index.ts';
import { createState, type State } from './state.ts';
import { createWebhooks, type WebhookOptions, type WebhookTarget } from './webhooks.ts';

export type { Control } from './control/control.ts';
export type { ValidateRequest } from './http/handle.ts';

export interface StripeEmulatorOptions {
  secretKey: string;
  webhook?: WebhookTarget & WebhookOptions;
  /** The clock stays at this time until it is advanced. If undefined, it runs, starting now. */
  now?: Date;
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

/** Connections from other machines are never accepted. */
const HOST = '127.0.0.1';

/** A local server with Stripe's API and in-memory state, on a free port. */
export async function startStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const clock = runningClock(() => Math.floor((options.now?.getTime() ?? Date.now()) / 1_000));
  const state = createState(clock.now);
  const webhooks = createWebhooks(options.webhook, options.webhook);
  state.onEvents = webhooks.send;
  const faults: Fault[] = [];
  const hanging = new Set<() => void>();
  const control = createControl({ state, clock, faults, hanging, webhooks });
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
  const port = await listen(server, HOST);
  const url = `http://${HOST}:${port}`;
  state.baseUrl = url;
  return {
    url,
    host: HOST,
    port,
    state,
    control,
    deliverTo: webhooks.deliverTo,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      control.releaseHanging();
      await Promise.all([closed, webhooks.close()]);
    },
  };
}
