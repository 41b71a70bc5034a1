import type { NewWebhookEndpoint, WebhookDelivery, WebhookEvent } from '../generated/types.ts';
import { components } from '../schemas/operation-schemas.ts';
import { sign } from '../webhooks.ts';
import { ApiError, assertValid } from './http/api-error.ts';
import { type Group, pageOf } from './http/handler.ts';
import { change, find, newestFirst, newResource, type State, shaped, tagOf } from './state.ts';

type Endpoint = ReturnType<State['endpoints']['get']> & object;
type EventFacts = { [E in WebhookEvent as E['type']]: Pick<E, 'type' | 'data'> }[WebhookEvent['type']];

/** Seconds after a failed attempt until the next one, as in the service (`RETRY_DELAYS_S`). */
const PAUSES_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];
const MAX_BODY_LENGTH = 1_024;
/** How long requests are also signed with the old secret after a rotation. */
const OVERLAP_MS = 24 * 3_600_000;

/** An endpoint as the API shows it: without its old secret if that has expired. */
function viewOf({ clock }: State, endpoint: Endpoint): Endpoint {
  const until = endpoint.previous_secret_expires_at;
  if (until !== null && Date.parse(until) > clock.now()) return endpoint;
  return { ...endpoint, previous_secret: null, previous_secret_expires_at: null };
}

/** Sends an event to the receiver of an endpoint, and returns the result. */
async function send(state: State, endpoint: Endpoint, event: WebhookEvent) {
  const { secret, previous_secret, url } = viewOf(state, endpoint);
  const secrets = previous_secret === null ? secret : [secret, previous_secret];
  const request = await sign(event, secrets, { now: state.clock.now });
  try {
    const response = await state.options.webhooks?.(new Request(url, request));
    if (response === undefined) throw new Error('The connection was refused.');
    const { status: response_status, ok } = response;
    const response_body = (await response.text()).slice(0, MAX_BODY_LENGTH);
    const error = ok ? null : `The receiver returned status ${response_status}.`;
    return { response_status, response_body, error };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The receiver failed.';
    return { response_status: null, response_body: null, error: message };
  }
}

/** Makes the next attempt of a delivery, and schedules another if it fails. A test event has only one attempt. */
async function attempt(state: State, endpoint: Endpoint, delivery: WebhookDelivery): Promise<void> {
  const { clock } = state;
  const { event, attempts } = delivery;
  const pauseSeconds = event.type === 'webhook.test' ? undefined : PAUSES_SECONDS[attempts];
  delivery.attempts += 1;
  delivery.last_attempt_at = clock.iso();
  const outcome = await send(state, endpoint, event);
  // The endpoint may have been disabled meanwhile.
  if (delivery.status !== 'pending') return;
  Object.assign(delivery, outcome, { duration_ms: 0, next_attempt_at: null });
  if (outcome.error === null) delivery.status = 'succeeded';
  else if (outcome.response_status === 410) {
    // Gone: disables the endpoint and ends its pending deliveries.
    change(state, endpoint, { active: false, disabled_at: clock.iso(), disabled_reason: 'gone' });
    for (const other of deliveriesOf(state, endpoint)) {
      if (other.status === 'pending') Object.assign(other, { status: 'failed', next_attempt_at: null });
    }
  } else if (pauseSeconds === undefined) delivery.status = 'failed';
  else {
    delivery.next_attempt_at = clock.iso(pauseSeconds * 1_000);
    clock.after(pauseSeconds * 1_000, async () => {
      const isDue = delivery.status === 'pending' && state.endpoints.has(endpoint.id);
      if (isDue) await attempt(state, endpoint, delivery);
    });
  }
}

/** The deliveries of an endpoint, the newest first. */
const deliveriesOf = ({ deliveries }: State, { id }: Endpoint): WebhookDelivery[] =>
  newestFirst(deliveries).filter(({ endpoint_id }) => endpoint_id === id);

/** Sends an event to an endpoint; returns the delivery as it was before its first attempt. */
async function deliver(state: State, endpoint: Endpoint, event: WebhookEvent): Promise<WebhookDelivery> {
  const delivery = newResource<WebhookDelivery>(state, 'WebhookDelivery', {
    endpoint_id: endpoint.id,
    event,
    status: 'pending',
    attempts: 0,
    next_attempt_at: state.clock.iso(),
  });
  state.deliveries.set(delivery.id, delivery);
  const pending = { ...delivery };
  await attempt(state, endpoint, delivery);
  return pending;
}

/** A webhook event with its ID, time and workspace. */
function eventOf(state: State, facts: EventFacts): WebhookEvent {
  const common = { id: state.newId(), timestamp: state.clock.iso(), workspace_id: state.workspaceId };
  return shaped(components.WebhookEvent, { ...common, ...facts });
}

/** Sends an event to every active endpoint that is subscribed to its type. */
export async function announce(state: State, facts: EventFacts): Promise<void> {
  const event = eventOf(state, facts);
  for (const endpoint of [...state.endpoints.values()]) {
    const isSubscribed = endpoint.events.some((type) => type === event.type);
    if (endpoint.active && isSubscribed) await deliver(state, endpoint, event);
  }
}

const newSecret = (state: State): string => `whsec_${btoa(state.newWord())}`;

const endpointIn = (state: State, { endpoint_id }: { endpoint_id: string }): Endpoint =>
  find(state.endpoints, endpoint_id, 'webhook endpoint');

/** Webhook endpoints. Their deliveries go to the `webhooks` function of the test. */
export const webhookHandlers: Group<'webhook_endpoints'> = {
  'webhook_endpoints.list': (state, request) => {
    const endpoints = newestFirst(state.endpoints).map((endpoint) => viewOf(state, endpoint));
    return pageOf(endpoints, request);
  },
  'webhook_endpoints.create': (state, { body }) => {
    const isSecure = new URL(body.url).protocol === 'https:';
    assertValid(isSecure ? [] : [{ field: 'body.url', message: 'Must be an https:// URL.' }]);
    const allTypes = components.WebhookEventType?.enum as Endpoint['events'];
    const endpoint = newResource<NewWebhookEndpoint>(state, 'NewWebhookEndpoint', {
      ...body,
      events: [...new Set(body.events ?? allTypes)],
      active: true,
      secret: newSecret(state),
    });
    state.endpoints.set(endpoint.id, { ...endpoint, previous_secret: null });
    return { data: endpoint };
  },
  'webhook_endpoints.get': (state, { params }) => {
    const endpoint = endpointIn(state, params);
    return { data: viewOf(state, endpoint), headers: { etag: tagOf(endpoint) } };
  },
  'webhook_endpoints.delete': (state, { params }) => {
    state.endpoints.delete(endpointIn(state, params).id);
    return { data: {} };
  },
  'webhook_endpoints.rotate_secret': (state, { params }) => {
    const endpoint = endpointIn(state, params);
    const previous = {
      previous_secret: endpoint.secret,
      previous_secret_expires_at: state.clock.iso(OVERLAP_MS),
    };
    return { data: change(state, endpoint, { ...previous, secret: newSecret(state) }) };
  },
  'webhook_endpoints.test': async (state, { params }) => {
    const endpoint = endpointIn(state, params);
    if (!endpoint.active) throw new ApiError('CONFLICT', 'The endpoint is disabled; enable it first.');
    const event = eventOf(state, { type: 'webhook.test', data: { endpoint_id: endpoint.id } });
    return { data: await deliver(state, endpoint, event) };
  },
  'webhook_endpoints.deliveries': (state, request) =>
    pageOf(deliveriesOf(state, endpointIn(state, request.params)), request),
};
