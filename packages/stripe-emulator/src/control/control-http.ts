import { setTimeout as delay } from 'node:timers/promises';
import { FAULT_KINDS } from '../http/injected-faults.ts';
import { all, type State } from '../state.ts';
import type { Control } from './control.ts';

/** How long a call waits for the events that it caused. */
const ARRIVAL_MS = 10_000;

type Body = Record<string, unknown>;
type Command = (body: Body, id: string) => unknown;

/** The control calls over HTTP, for a person or for another process; bodies are JSON. */
export function createControlCommands(
  state: State,
  control: Control,
): (method: string, path: string, body: string) => Promise<unknown> {
  const commands = createCommands(state, control);
  return async (method, path, json) => {
    // `/_control/invoices/in_1/confirm` is the command `invoices/:id/confirm`.
    const [, , ...steps] = path.split('/');
    const pattern = steps.length === 3 ? `${steps[0]}/:id/${steps[2]}` : steps.join('/');
    const command = commands[`${method} ${pattern}`];
    if (!command)
      throw new RangeError(`There is no ${method} ${path}. There are: ${Object.keys(commands).join(', ')}.`);
    return await command(parseBody(json), steps[1] ?? '');
  };
}

/** The commands of the control API, by method and path. */
function createCommands(state: State, control: Control): Record<string, Command> {
  const { webhooks } = control;
  return {
    'GET state': () => ({
      now: control.now().toISOString(),
      payments_to_decline: state.declines.length,
      ...Object.fromEntries(VISIBLE.map((kind) => [kind, all(state, kind)])),
      deliveries: webhooks.deliveries.map(({ event, attempts, status, state: stage }) => ({
        event: event.id,
        type: event.type,
        attempts,
        status: status ?? null,
        state: stage,
      })),
    }),
    'POST clock/advance': async (body) => {
      const now = control.advance(readMoment(body)).toISOString();
      return { now, settled: await arrived(control) };
    },
    'POST setup_intents/:id/confirm': (body, id) =>
      control.confirmSetupIntent(id, readTextValue(body.payment_method)),
    'POST invoices/:id/confirm': (body, id) => control.confirmInvoice(id, readTextValue(body.payment_method)),
    'POST checkout_sessions/:id/complete': (body, id) =>
      control.completeCheckout(id, readTextValue(body.payment_method)),
    'POST payment_methods/:id/decline': (body, id) =>
      control.setCard(id, readTextValue(body.decline) ?? 'generic_decline'),
    'POST payment_methods/:id/accept': (_body, id) => control.setCard(id, null),
    'POST payments/decline': (body) => {
      control.declineNext(count(body, 'times'), readTextValue(body.decline));
      return { to_decline: state.declines.length };
    },
    'POST payments/accept': () => control.declineNext(0),
    'POST faults': (body) => {
      const kind = FAULT_KINDS.find((one) => one === body.kind);
      if (!kind) throw new RangeError(`\`kind\` must be one of ${FAULT_KINDS.join(', ')}.`);
      control.fail(kind, {
        method: readTextValue(body.method),
        path: readTextValue(body.path),
        times: count(body, 'times') ?? 1,
        retry_after_s: readNumberValue(body, 'retry_after_s'),
      });
    },
    'POST faults/clear': () => control.clearFaults(),
    'POST faults/release': () => control.releaseHanging(),
    'POST webhooks/hold': () => webhooks.hold(),
    'POST webhooks/flush': (body) => webhooks.flush(readNumberValue(body, 'seed')),
    'POST webhooks/duplicate': (body) => webhooks.duplicate(count(body, 'times') ?? 2),
    'POST webhooks/drop': (body) =>
      webhooks.drop(readNumberValue(body, 'share') ?? 1, readNumberValue(body, 'seed')),
    'POST webhooks/:id/redeliver': (_body, id) => webhooks.redeliver(id),
    'POST webhooks/settle': async () => ({ settled: await arrived(control) }),
  };
}

/** False if an event is still being delivered, is rejected repeatedly, or could not be processed. */
function arrived(control: Control): Promise<boolean> {
  const settled = control.settled().then(
    () => true,
    () => false,
  );
  return Promise.race([settled, delay(ARRIVAL_MS, false, { ref: false })]);
}

const VISIBLE = [
  'customer',
  'payment_method',
  'setup_intent',
  'subscription',
  'subscription_schedule',
  'invoice',
  'checkout.session',
  'price',
] as const;

/** An empty body is an empty object. */
function parseBody(json: string): Body {
  if (json.trim() === '') return {};
  try {
    const body: unknown = JSON.parse(json);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  } catch {
    // Reported below, like every other body that is not an object.
  }
  throw new RangeError('The body of a control call is a JSON object.');
}

/** A time in `to`, or a duration in `days` and `ms`. */
function readMoment(body: Body): Date | number {
  if (body.to !== undefined) {
    const to = new Date(readTextValue(body.to) ?? Number.NaN);
    if (Number.isNaN(to.getTime())) throw new RangeError('`to` must be a time such as 2027-01-31T00:00:00Z.');
    return to;
  }
  const [days, ms] = [readNumberValue(body, 'days'), readNumberValue(body, 'ms')];
  if (days === undefined && ms === undefined) throw new RangeError('Say `to`, `days` or `ms`.');
  const distance = (days ?? 0) * 86_400_000 + (ms ?? 0);
  if (distance <= 0)
    throw new RangeError('The clock only goes forward: `days` and `ms` together must be more than 0.');
  return distance;
}

/** Undefined unless the value is a text. */
function readTextValue(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Undefined if the field is missing. */
function readNumberValue(body: Body, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || Number.isFinite(value)) return value as number | undefined;
  throw new RangeError(`\`${name}\` must be a number.`);
}

const MAX_COUNT = 1_000;

/** A whole number from 0 to `MAX_COUNT`, or undefined. */
function count(body: Body, name: string): number | undefined {
  const value = readNumberValue(body, name);
  if (value !== undefined && !(Number.isInteger(value) && value >= 0 && value <= MAX_COUNT))
    throw new RangeError(`\`${name}\` must be a whole number from 0 to ${MAX_COUNT}.`);
  return value;
}
