import { blanks } from '../../generated/test-contract.ts';
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from '../../generated/types.ts';
import { sign } from '../../webhooks.ts';
import type { World } from '../world.ts';

/** A receiver of events with its secrets and what was sent there. */
export interface StoredEndpoint {
  view: WebhookEndpoint;
  workspace_id: string;
  secret: string;
  previous_secret: string | null;
  deliveries: WebhookDelivery[];
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** How long after a failed try the next one follows, as the service waits. */
const PAUSES_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
];

type EventFacts = { [E in WebhookEvent as E['type']]: Pick<E, 'type' | 'data'> }[WebhookEvent['type']];

/** The secrets that deliveries are signed with now. */
function secretsOf({ view, secret, previous_secret }: StoredEndpoint, now: number): string[] {
  const until = view.previous_secret_expires_at;
  const overlaps = previous_secret !== null && until !== null && Date.parse(until) > now;
  return overlaps ? [secret, previous_secret] : [secret];
}

type Outcome = Pick<WebhookDelivery, 'response_status' | 'response_body' | 'error'>;

async function send(world: World, endpoint: StoredEndpoint, event: WebhookEvent): Promise<Outcome> {
  const { webhooks } = world.options;
  const nobody = { response_status: null, response_body: null, error: 'The connection was refused.' };
  if (webhooks === undefined) return nobody;
  const signed = await sign(event, secretsOf(endpoint, world.clock.now()), { now: world.clock.now });
  try {
    const response = await webhooks(new Request(endpoint.view.url, signed));
    const { status, ok } = response;
    const body = (await response.text()).slice(0, 1_024);
    return { response_status: status, response_body: body, error: ok ? null : `The answer was ${status}.` };
  } catch (error) {
    return { ...nobody, error: error instanceof Error ? error.message : 'The receiver failed.' };
  }
}

/** Makes the next try of a delivery, and plans the one after it where it fails. */
export async function attempt(
  world: World,
  endpoint: StoredEndpoint,
  delivery: WebhookDelivery,
): Promise<void> {
  if (delivery.status !== 'pending' || !world.endpoints.has(endpoint.view.id)) return;
  delivery.attempts += 1;
  delivery.last_attempt_at = world.clock.iso();
  const outcome = await send(world, endpoint, delivery.event);
  Object.assign(delivery, outcome, { duration_ms: 0, next_attempt_at: null });
  const { response_status: status } = outcome;
  if (status !== null && status >= 200 && status < 300) {
    delivery.status = 'succeeded';
    endpoint.view.failing_since = null;
    return;
  }
  endpoint.view.failing_since ??= world.clock.iso();
  if (status === 410) disable(world, endpoint, 'gone');
  const pause = delivery.event.type === 'webhook.test' ? undefined : PAUSES_MS[delivery.attempts - 1];
  if (pause === undefined || !endpoint.view.active) {
    delivery.status = 'failed';
    return;
  }
  delivery.next_attempt_at = new Date(world.clock.now() + pause).toISOString();
  world.clock.after(pause, () => attempt(world, endpoint, delivery));
}

/** Sends nothing to an endpoint any more. */
export function disable(
  { clock }: World,
  { view }: StoredEndpoint,
  reason: NonNullable<WebhookEndpoint['disabled_reason']>,
): void {
  Object.assign(view, { active: false, disabled_at: clock.iso(), disabled_reason: reason });
}

/** A delivery that is tried as soon as the clock moves, or at once by whoever awaits `attempt`. */
export function addDelivery(
  world: World,
  endpoint: StoredEndpoint,
  { event, redelivery_of = null }: { event: WebhookEvent; redelivery_of?: string | null },
): WebhookDelivery {
  const now = world.clock.iso();
  const delivery: WebhookDelivery = {
    ...blanks.WebhookDelivery,
    id: world.newId(),
    endpoint_id: endpoint.view.id,
    event,
    status: 'pending',
    attempts: 0,
    next_attempt_at: now,
    last_attempt_at: null,
    response_status: null,
    response_body: null,
    duration_ms: null,
    error: null,
    redelivery_of,
    created_at: now,
  };
  endpoint.deliveries.push(delivery);
  return delivery;
}

/** An event of a workspace. */
export function eventOf(world: World, workspace_id: string, facts: EventFacts): WebhookEvent {
  const common = { id: world.newId(), timestamp: world.clock.iso(), workspace_id };
  return { ...common, ...facts } as WebhookEvent;
}

/** Sends an event to every endpoint of the workspace that asks for it. */
export async function announce(world: World, workspace_id: string, facts: EventFacts): Promise<void> {
  const event = eventOf(world, workspace_id, facts);
  const types = (endpoint: StoredEndpoint): readonly string[] => endpoint.view.events;
  const receivers = [...world.endpoints.values()].filter(
    (endpoint) =>
      endpoint.workspace_id === workspace_id && endpoint.view.active && types(endpoint).includes(event.type),
  );
  for (const endpoint of receivers) await attempt(world, endpoint, addDelivery(world, endpoint, { event }));
}
