import type { CreateWebhookEndpoint, WebhookEndpoint, WebhookEventType } from '../generated/types.ts';
import { webhookEventTypes } from '../generated/webhook-events.ts';
import { ApiError, malformed, notFound } from './http/api-error.ts';
import { assertMatch, tagOf } from './http/etag.ts';
import type { Group, PathRequest } from './http/handler.ts';
import { pageOf } from './http/pages.ts';
import { change, find, newestFirst, type State } from './state.ts';
import { addDelivery, attempt, disable, eventOf, type StoredEndpoint } from './webhook-attempts.ts';

const OVERLAP_MS = 24 * 3_600_000;

/** All but `webhook.test`, which no endpoint subscribes to. */
const isSubscribable = (type: string): type is WebhookEventType => type !== 'webhook.test';

const newSecret = (state: State): string => `whsec_${btoa(state.newWord())}`;

function checkedUrl(url: string): string {
  if (new URL(url).protocol === 'https:') return url;
  throw malformed({ field: 'body.url', message: 'Must be an https:// URL.' });
}

/** An endpoint as it is now: without the end of an old secret that has expired. */
function endpointView({ clock }: State, { view }: StoredEndpoint): WebhookEndpoint {
  const until = view.previous_secret_expires_at;
  const overlaps = until !== null && Date.parse(until) > clock.now();
  return { ...view, previous_secret_expires_at: overlaps ? until : null };
}

const reply = (state: State, endpoint: StoredEndpoint) => ({
  data: endpointView(state, endpoint),
  tag: tagOf(endpoint.view),
});

/** The endpoint in the path. Throws if `If-Match` names another version. */
function endpointOf({ state, params, ifMatch }: PathRequest<'endpoint_id'>): StoredEndpoint {
  const endpoint = find(state.endpoints, params.endpoint_id, 'webhook endpoint');
  assertMatch(ifMatch, endpoint.view, 'webhook endpoint');
  return endpoint;
}

function assertActive({ view }: StoredEndpoint): void {
  if (!view.active) throw new ApiError('CONFLICT', 'The endpoint is disabled; enable it first.');
}

function addEndpoint(state: State, body: CreateWebhookEndpoint): StoredEndpoint {
  const now = state.clock.iso();
  const view: WebhookEndpoint = {
    id: state.newId(),
    workspace_id: state.workspaceId,
    created_by: state.userId,
    url: checkedUrl(body.url),
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
  const endpoint = { view, secret: newSecret(state), previous_secret: null, deliveries: [] };
  state.endpoints.set(view.id, endpoint);
  return endpoint;
}

/** Webhook endpoints. Their deliveries go to the `webhooks` function of the test. */
export const webhookHandlers: Group<'webhook_endpoints'> = {
  'webhook_endpoints.list': ({ state, query, url }) => {
    const views = newestFirst(state.endpoints).map((endpoint) => endpointView(state, endpoint));
    return pageOf(views, { url, query });
  },
  'webhook_endpoints.create': ({ state, body }) => {
    const { view, secret } = addEndpoint(state, body);
    return { data: { ...view, secret } };
  },
  'webhook_endpoints.get': (request) => reply(request.state, endpointOf(request)),
  'webhook_endpoints.update': (request) => {
    const { state, body } = request;
    const endpoint = endpointOf(request);
    const { url, events, active, ...rest } = body;
    const changed = active !== undefined && active !== endpoint.view.active;
    change(state, endpoint.view, {
      ...rest,
      url: url && checkedUrl(url),
      events: events && [...new Set(events)],
      ...(changed && active && { active, disabled_at: null, disabled_reason: null, failing_since: null }),
    } as Partial<WebhookEndpoint>);
    if (changed && !active) disable(state, endpoint, 'manual');
    return reply(state, endpoint);
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
    assertActive(endpoint);
    const data = { endpoint_id: endpoint.view.id };
    const delivery = addDelivery(state, endpoint, { event: eventOf(state, { type: 'webhook.test', data }) });
    const pending = { ...delivery };
    await attempt(state, endpoint, delivery);
    return { data: pending };
  },
  'webhook_endpoints.deliveries': (request) => pageOf([...endpointOf(request).deliveries].reverse(), request),
  'webhook_endpoints.redeliver': async (request) => {
    const { state, params } = request;
    const endpoint = endpointOf(request);
    const known = endpoint.deliveries.find(({ id }) => id === params.delivery_id);
    if (known === undefined) throw notFound('webhook delivery');
    assertActive(endpoint);
    const { event, id: redelivery_of } = known;
    const again = known.status === 'pending' ? known : addDelivery(state, endpoint, { event, redelivery_of });
    const pending = { ...again, next_attempt_at: state.clock.iso() };
    await attempt(state, endpoint, again);
    return { data: pending };
  },
};
