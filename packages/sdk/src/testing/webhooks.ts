import type { WebhookDelivery, WebhookEndpoint, WebhookEvent, WebhookEventType } from '../generated/types.ts';
import { webhookEventTypes } from '../generated/webhook-events.ts';
import { sign } from '../webhooks.ts';
import { ApiError, malformed } from './http/api-error.ts';
import { type Group, pageOf } from './http/handler.ts';
import { change, find, newestFirst, type State, tagOf } from './state.ts';

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
/** How long the old secret signs after a rotation. */
const OVERLAP_MS = 24 * 3_600_000;

type EventFacts = { [E in WebhookEvent as E['type']]: Pick<E, 'type' | 'data'> }[WebhookEvent['type']];

/** An endpoint as it is now: without the end of an old secret that has expired. */
function endpointView({ clock }: State, { view }: StoredEndpoint): WebhookEndpoint {
  const until = view.previous_secret_expires_at;
  const overlaps = until !== null && Date.parse(until) > clock.now();
  return { ...view, previous_secret_expires_at: overlaps ? until : null };
}

type Outcome = Pick<WebhookDelivery, 'response_status' | 'response_body' | 'error'>;

async function send(state: State, endpoint: StoredEndpoint, event: WebhookEvent): Promise<Outcome> {
  const { webhooks } = state.options;
  const nobody = { response_status: null, response_body: null, error: 'The connection was refused.' };
  if (webhooks === undefined) return nobody;
  const { secret, previous_secret } = endpoint;
  const overlaps = endpointView(state, endpoint).previous_secret_expires_at !== null;
  const secrets = overlaps && previous_secret !== null ? [secret, previous_secret] : secret;
  const signed = await sign(event, secrets, { now: state.clock.now });
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
async function attempt(state: State, endpoint: StoredEndpoint, delivery: WebhookDelivery): Promise<void> {
  delivery.attempts += 1;
  delivery.last_attempt_at = state.clock.iso();
  const outcome = await send(state, endpoint, delivery.event);
  // The endpoint may have been disabled meanwhile.
  if (delivery.status !== 'pending') return;
  Object.assign(delivery, outcome, { duration_ms: 0, next_attempt_at: null });
  if (outcome.error === null) delivery.status = 'succeeded';
  else if (outcome.response_status === 410) disable(state, endpoint);
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
    const isDue = delivery.status === 'pending' && state.endpoints.has(endpoint.view.id);
    if (isDue) await attempt(state, endpoint, delivery);
  });
}

/** Disables an endpoint that is gone, and ends its pending deliveries. */
function disable(state: State, { view, deliveries }: StoredEndpoint): void {
  change(state, view, { active: false, disabled_at: state.clock.iso(), disabled_reason: 'gone' });
  for (const delivery of deliveries) {
    if (delivery.status === 'pending') Object.assign(delivery, { status: 'failed', next_attempt_at: null });
  }
}

/** Sends an event to an endpoint; returns the delivery as it was before its first attempt. */
async function deliver(
  state: State,
  endpoint: StoredEndpoint,
  event: WebhookEvent,
): Promise<WebhookDelivery> {
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
    redelivery_of: null,
    created_at: now,
  };
  endpoint.deliveries.push(delivery);
  const pending = { ...delivery };
  await attempt(state, endpoint, delivery);
  return pending;
}

/** A webhook event with its id, time and workspace. */
function eventOf(state: State, facts: EventFacts): WebhookEvent {
  const common = { id: state.newId(), timestamp: state.clock.iso(), workspace_id: state.workspaceId };
  return { ...common, ...facts } as WebhookEvent;
}

/** Sends an event to every active endpoint that is subscribed to its type. */
export async function announce(state: State, facts: EventFacts): Promise<void> {
  const event = eventOf(state, facts);
  for (const endpoint of [...state.endpoints.values()]) {
    const types: readonly string[] = endpoint.view.events;
    if (endpoint.view.active && types.includes(event.type)) await deliver(state, endpoint, event);
  }
}

/** All but `webhook.test`, which no endpoint subscribes to. */
const isSubscribable = (type: string): type is WebhookEventType => type !== 'webhook.test';

const newSecret = (state: State): string => `whsec_${btoa(state.newWord())}`;

const endpointOf = ({ state, params }: { state: State; params: { endpoint_id: string } }): StoredEndpoint =>
  find(state.endpoints, params.endpoint_id, 'webhook endpoint');

/** Webhook endpoints. Their deliveries go to the `webhooks` function of the test. */
export const webhookHandlers: Group<'webhook_endpoints'> = {
  'webhook_endpoints.list': ({ state, query, url }) => {
    const views = newestFirst(state.endpoints).map((endpoint) => endpointView(state, endpoint));
    return pageOf(views, { url, query });
  },
  'webhook_endpoints.create': ({ state, body }) => {
    if (new URL(body.url).protocol !== 'https:') {
      throw malformed({ field: 'body.url', message: 'Must be an https:// URL.' });
    }
    const now = state.clock.iso();
    const view: WebhookEndpoint = {
      id: state.newId(),
      workspace_id: state.workspaceId,
      created_by: state.userId,
      url: body.url,
      description: body.description ?? null,
      events: [...new Set(body.events ?? webhookEventTypes.filter(isSubscribable))],
      active: true,
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
      previous_secret_expires_at: null,
      created_at: now,
      updated_at: now,
    };
    const secret = newSecret(state);
    state.endpoints.set(view.id, { view, secret, previous_secret: null, deliveries: [] });
    return { data: { ...view, secret } };
  },
  'webhook_endpoints.get': (request) => {
    const endpoint = endpointOf(request);
    return { data: endpointView(request.state, endpoint), headers: { etag: tagOf(endpoint.view) } };
  },
  'webhook_endpoints.delete': (request) => {
    request.state.endpoints.delete(endpointOf(request).view.id);
    return { data: {} };
  },
  'webhook_endpoints.rotate_secret': (request) => {
    const { state } = request;
    const endpoint = endpointOf(request);
    endpoint.previous_secret = endpoint.secret;
    endpoint.secret = newSecret(state);
    change(state, endpoint.view, { previous_secret_expires_at: state.clock.iso(OVERLAP_MS) });
    return { data: { ...endpointView(state, endpoint), secret: endpoint.secret } };
  },
  'webhook_endpoints.test': async (request) => {
    const { state } = request;
    const endpoint = endpointOf(request);
    if (!endpoint.view.active) throw new ApiError('CONFLICT', 'The endpoint is disabled; enable it first.');
    const data = { endpoint_id: endpoint.view.id };
    return { data: await deliver(state, endpoint, eventOf(state, { type: 'webhook.test', data })) };
  },
  'webhook_endpoints.deliveries': (request) => pageOf([...endpointOf(request).deliveries].reverse(), request),
};
