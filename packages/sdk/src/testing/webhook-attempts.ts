import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from '../generated/types.ts';
import { sign } from '../webhooks.ts';
import { change, type State } from './state.ts';

/** A webhook endpoint with its secrets and deliveries. */
export interface StoredEndpoint {
  view: WebhookEndpoint;
  secret: string;
  previous_secret: string | null;
  deliveries: WebhookDelivery[];
}

/** Seconds after a failed attempt until the next one, as in the service. */
const PAUSES_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];
const MAX_BODY = 1_024;

type EventFacts = { [E in WebhookEvent as E['type']]: Pick<E, 'type' | 'data'> }[WebhookEvent['type']];

/** The secrets that sign deliveries now. */
function activeSecrets({ view, secret, previous_secret }: StoredEndpoint, now: number): string[] {
  const until = view.previous_secret_expires_at;
  const overlaps = previous_secret !== null && until !== null && Date.parse(until) > now;
  return overlaps ? [secret, previous_secret] : [secret];
}

type Outcome = Pick<WebhookDelivery, 'response_status' | 'response_body' | 'error'>;

async function send(state: State, endpoint: StoredEndpoint, event: WebhookEvent): Promise<Outcome> {
  const { webhooks } = state.options;
  const nobody = { response_status: null, response_body: null, error: 'The connection was refused.' };
  if (webhooks === undefined) return nobody;
  const { now } = state.clock;
  const signed = await sign(event, activeSecrets(endpoint, now()), { now });
  try {
    const response = await webhooks(new Request(endpoint.view.url, signed));
    const { status, ok } = response;
    const response_body = (await response.text()).slice(0, MAX_BODY);
    const error = ok ? null : `The receiver returned status ${status}.`;
    return { response_status: status, response_body, error };
  } catch (error) {
    return { ...nobody, error: error instanceof Error ? error.message : 'The receiver failed.' };
  }
}

/** Makes the next attempt of a delivery, and plans another one if it fails. */
export async function attempt(
  state: State,
  endpoint: StoredEndpoint,
  delivery: WebhookDelivery,
): Promise<void> {
  delivery.attempts += 1;
  delivery.last_attempt_at = state.clock.iso();
  const outcome = await send(state, endpoint, delivery.event);
  // The endpoint may have been disabled meanwhile.
  if (delivery.status !== 'pending') return;
  Object.assign(delivery, outcome, { duration_ms: 0, next_attempt_at: null });
  if (outcome.error === null) delivery.status = 'succeeded';
  else if (outcome.response_status === 410) disable(state, endpoint, 'gone');
  else planAttempt(state, endpoint, delivery);
}

/** Plans the attempt that follows a failed one; a test event has one attempt only. */
function planAttempt(state: State, endpoint: StoredEndpoint, delivery: WebhookDelivery): void {
  const { attempts, event } = delivery;
  const seconds = event.type === 'webhook.test' ? undefined : PAUSES_SECONDS[attempts - 1];
  if (seconds === undefined) {
    delivery.status = 'failed';
    return;
  }
  delivery.next_attempt_at = state.clock.iso(seconds * 1_000);
  state.clock.after(seconds * 1_000, async () => {
    // A redelivery may have taken its place.
    const isDue = delivery.status === 'pending' && delivery.attempts === attempts;
    if (isDue && state.endpoints.has(endpoint.view.id)) await attempt(state, endpoint, delivery);
  });
}

/** Disables an endpoint and ends its pending deliveries. */
export function disable(state: State, { view, deliveries }: StoredEndpoint, reason: 'manual' | 'gone'): void {
  change(state, view, { active: false, disabled_at: state.clock.iso(), disabled_reason: reason });
  for (const delivery of deliveries) {
    if (delivery.status !== 'pending') continue;
    Object.assign(delivery, { status: 'failed', next_attempt_at: null });
  }
}

/** Adds a pending delivery; `attempt` sends it. */
export function addDelivery(
  state: State,
  endpoint: StoredEndpoint,
  { event, redelivery_of = null }: { event: WebhookEvent; redelivery_of?: string | null },
): WebhookDelivery {
  const now = state.clock.iso();
  const delivery: WebhookDelivery = {
    id: state.newId(),
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

/** A webhook event with its id, time and workspace. */
export function eventOf(state: State, facts: EventFacts): WebhookEvent {
  const common = { id: state.newId(), timestamp: state.clock.iso(), workspace_id: state.workspaceId };
  return { ...common, ...facts } as WebhookEvent;
}

/** Sends an event to every active endpoint that is subscribed to its type. */
export async function announce(state: State, facts: EventFacts): Promise<void> {
  const event = eventOf(state, facts);
  for (const endpoint of [...state.endpoints.values()]) {
    const types: readonly string[] = endpoint.view.events;
    if (!endpoint.view.active || !types.includes(event.type)) continue;
    await attempt(state, endpoint, addDelivery(state, endpoint, { event }));
  }
}
