import { blanks } from '../../generated/test-contract.ts';
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from '../../generated/types.ts';
import { sign } from '../../webhooks.ts';
import type { World } from '../world.ts';
import { note } from './activity.ts';

/** A receiver of events with its secrets and what was sent there. */
export interface StoredEndpoint {
  view: WebhookEndpoint;
  workspace_id: string;
  secret: string;
  previous_secret: string | null;
  deliveries: WebhookDelivery[];
  /** How to call off the next tries, by delivery. */
  planned: Map<string, () => void>;
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
    const redirected = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
    const body = (await response.text()).slice(0, 1_024);
    return {
      response_status: status,
      response_body: body,
      error: ok ? null : `The receiver answered ${status}.${redirected}`,
    };
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
  // A try that was brought forward takes the place of the one that was planned.
  callOff(endpoint, delivery);
  delivery.attempts += 1;
  delivery.last_attempt_at = world.clock.iso();
  const outcome = await send(world, endpoint, delivery.event);
  // Given up while it was under way.
  if (delivery.status !== 'pending') return;
  Object.assign(delivery, outcome, { duration_ms: 0, next_attempt_at: null });
  if (outcome.error === null) {
    delivery.status = 'succeeded';
    endpoint.view.failing_since = null;
  } else failed(world, endpoint, delivery);
}

function callOff({ planned }: StoredEndpoint, { id }: WebhookDelivery): void {
  planned.get(id)?.();
  planned.delete(id);
}

/** What follows a try that failed: another one, or the end of the delivery, and maybe of its endpoint. */
function failed(world: World, endpoint: StoredEndpoint, delivery: WebhookDelivery): void {
  const { view } = endpoint;
  const isTest = delivery.event.type === 'webhook.test';
  const pause = isTest ? undefined : PAUSES_MS[delivery.attempts - 1];
  if (pause === undefined) delivery.status = 'failed';
  if (delivery.response_status === 410) disable(world, endpoint, 'gone');
  if (isTest || !view.active) return;
  view.failing_since ??= delivery.last_attempt_at;
  if (pause !== undefined) {
    delivery.next_attempt_at = new Date(world.clock.now() + pause).toISOString();
    endpoint.planned.set(
      delivery.id,
      world.clock.after(pause, () => attempt(world, endpoint, delivery)),
    );
    return;
  }
  // Everything has failed since this delivery was first tried, about a day ago.
  if (view.failing_since !== null && view.failing_since <= delivery.created_at)
    disable(world, endpoint, 'failures');
}

/** Sends nothing to an endpoint any more; what is on its way is given up. */
export function disable(
  world: World,
  endpoint: StoredEndpoint,
  reason: NonNullable<WebhookEndpoint['disabled_reason']>,
): void {
  const { view, workspace_id, deliveries } = endpoint;
  Object.assign(view, { active: false, disabled_at: world.clock.iso(), disabled_reason: reason });
  for (const delivery of deliveries) {
    if (delivery.status !== 'pending') continue;
    callOff(endpoint, delivery);
    Object.assign(delivery, { status: 'failed', next_attempt_at: null });
  }
  if (reason === 'manual') return;
  const resource = ['webhook_endpoint', view.id, new URL(view.url).host] as const;
  const entry = { workspace_id, user_id: null, action: 'settings_changed' as const };
  note(world, { ...entry, kind: 'webhook_endpoint_disabled', resource, metadata: { reason } });
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
