import { blanks } from '../../generated/test-contract.ts';
import type {
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEventType,
} from '../../generated/types.ts';
import { webhookEventTypes } from '../../generated/webhook-events.ts';
import { ApiError, malformed, notFound } from '../api-error.ts';
import { assertMatch, versionOf } from '../etag.ts';
import type { Caller, Handlers } from '../handler.ts';
import { listReply } from '../lists.ts';
import type { World } from '../world.ts';
import { noteBy } from './activity.ts';
import { change, isEmpty, own, ownAll } from './own.ts';
import { addDelivery, attempt, disable, eventOf, type StoredEndpoint } from './webhook-sending.ts';

const MAX_ENDPOINTS = 20;
const OVERLAP_MS = 24 * 3_600_000;

const isAskedFor = (type: string): type is WebhookEventType => type !== 'webhook.test';

/** A secret of the form of the real ones. */
const newSecret = (world: World): string => `whsec_${btoa(world.newWord())}`;

function checkedUrl(url: string): string {
  if (new URL(url).protocol === 'https:') return url;
  throw malformed({ field: 'body.url', message: 'An https:// address is needed.' });
}

/** The endpoint as it is now: an old secret whose time is over is gone. */
function view({ view: endpoint }: StoredEndpoint, { clock }: World): WebhookEndpoint {
  const until = endpoint.previous_secret_expires_at;
  const overlaps = until !== null && Date.parse(until) > clock.now();
  return { ...endpoint, previous_secret_expires_at: overlaps ? until : null };
}

function tell(world: World, caller: Caller, { view: { id, url } }: StoredEndpoint, kind: string): void {
  const resource = ['webhook_endpoint', id, new URL(url).host] as const;
  noteBy(world, caller, { action: 'settings_changed', kind, resource });
}

type Path = { world: World; caller: Caller; params: { endpoint_id: string } };

const endpointOf = ({ world, caller, params }: Path): StoredEndpoint =>
  own(world.endpoints, params.endpoint_id, { caller, what: 'webhook endpoint' });

/** An endpoint with its version: that tries fail or an old secret ends is no change. */
function reply(world: World, endpoint: StoredEndpoint) {
  const data = view(endpoint, world);
  return { data, version: versionOf(data, 'failing_since', 'previous_secret_expires_at') };
}

function matching(request: Path & { ifMatch: string | undefined }): StoredEndpoint {
  const endpoint = endpointOf(request);
  assertMatch(request.ifMatch, reply(request.world, endpoint).version, 'webhook endpoint');
  return endpoint;
}

function deliveryOf(endpoint: StoredEndpoint, id: string): WebhookDelivery {
  const delivery = endpoint.deliveries.find((candidate) => candidate.id === id);
  if (delivery === undefined) throw notFound('webhook delivery');
  return delivery;
}

function refuseDisabled({ view: { active } }: StoredEndpoint): void {
  if (!active) throw new ApiError('CONFLICT', 'The endpoint is disabled; enable it first.');
}

function changeEndpoint(world: World, endpoint: StoredEndpoint, body: UpdateWebhookEndpoint): void {
  const { url, description, events, active } = body;
  const wasActive = endpoint.view.active;
  const changes = {
    ...(url !== undefined && { url: checkedUrl(url) }),
    ...(description !== undefined && { description }),
    ...(events && { events: [...new Set(events)] }),
  };
  change(endpoint.view, { ...changes, active } as Partial<WebhookEndpoint>, world.clock);
  if (active === undefined || active === wasActive) return;
  // What failed before counts no more once somebody says that all is well.
  if (active) Object.assign(endpoint.view, { disabled_at: null, disabled_reason: null, failing_since: null });
  else disable(world, endpoint, 'manual');
}

const deliveries: Handlers = {
  'webhook_endpoints.test': async (request) => {
    const { world } = request;
    const endpoint = endpointOf(request);
    refuseDisabled(endpoint);
    const data = { endpoint_id: endpoint.view.id };
    const event = eventOf(world, endpoint.workspace_id, { type: 'webhook.test', data });
    const delivery = addDelivery(world, endpoint, { event });
    const answered = { ...delivery };
    await attempt(world, endpoint, delivery);
    return { data: answered };
  },
  'webhook_endpoints.deliveries': (request) => {
    const endpoint = endpointOf(request);
    return listReply([...endpoint.deliveries].reverse(), request);
  },
  'webhook_endpoints.redeliver': async (request) => {
    const { world, params } = request;
    const endpoint = endpointOf(request);
    const known = deliveryOf(endpoint, params.delivery_id);
    refuseDisabled(endpoint);
    const again =
      known.status === 'pending'
        ? known
        : addDelivery(world, endpoint, { event: known.event, redelivery_of: known.id });
    const answered = { ...again, next_attempt_at: world.clock.iso() };
    await attempt(world, endpoint, again);
    return { data: answered };
  },
};

/** Receivers of events. What is to be sent is sent to the `webhooks` function of the test. */
export const webhookHandlers: Handlers = {
  ...deliveries,
  'webhook_endpoints.list': ({ world, caller, query, url }) =>
    listReply(
      ownAll(world.endpoints, caller).map((endpoint) => view(endpoint, world)),
      { url, query },
    ),
  'webhook_endpoints.create': ({ world, caller, body }) => {
    if (ownAll(world.endpoints, caller).length >= MAX_ENDPOINTS) {
      throw new ApiError('CONFLICT', `A workspace has at most ${MAX_ENDPOINTS} webhook endpoints.`);
    }
    const now = world.clock.iso();
    const endpoint: WebhookEndpoint = {
      ...blanks.WebhookEndpoint,
      ...{ id: world.newId(), workspace_id: caller.workspace_id, created_by: caller.user_id },
      ...{ url: checkedUrl(body.url), description: body.description ?? null, active: true },
      events: [...new Set(body.events ?? webhookEventTypes.filter(isAskedFor))],
      ...{ disabled_at: null, disabled_reason: null, failing_since: null, previous_secret_expires_at: null },
      ...{ created_at: now, updated_at: now },
    };
    const secret = newSecret(world);
    const { workspace_id } = endpoint;
    const stored = {
      view: endpoint,
      workspace_id,
      secret,
      previous_secret: null,
      deliveries: [],
      planned: new Map(),
    };
    world.endpoints.set(endpoint.id, stored);
    tell(world, caller, stored, 'webhook_endpoint_created');
    return { data: { ...endpoint, secret } };
  },
  'webhook_endpoints.get': (request) => reply(request.world, endpointOf(request)),
  'webhook_endpoints.update': (request) => {
    const endpoint = matching(request);
    if (isEmpty(request.body)) return reply(request.world, endpoint);
    changeEndpoint(request.world, endpoint, request.body);
    tell(request.world, request.caller, endpoint, 'webhook_endpoint_changed');
    return reply(request.world, endpoint);
  },
  'webhook_endpoints.delete': (request) => {
    const endpoint = matching(request);
    request.world.endpoints.delete(endpoint.view.id);
    tell(request.world, request.caller, endpoint, 'webhook_endpoint_deleted');
    return { data: {} };
  },
  'webhook_endpoints.rotate_secret': (request) => {
    const { world } = request;
    const endpoint = endpointOf(request);
    endpoint.previous_secret = endpoint.secret;
    endpoint.secret = newSecret(world);
    tell(world, request.caller, endpoint, 'webhook_secret_rotated');
    const until = new Date(world.clock.now() + OVERLAP_MS).toISOString();
    change(endpoint.view, { previous_secret_expires_at: until }, world.clock);
    return { data: { ...view(endpoint, world), secret: endpoint.secret } };
  },
};
