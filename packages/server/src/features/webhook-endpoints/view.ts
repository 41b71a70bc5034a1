import type { NewWebhookEndpoint, WebhookDelivery, WebhookEndpoint, WebhookEvent } from '@voiceloom/contract';
import { versionOfView } from '../../handler/entity-tag.ts';
import type { DeliveryRow, EndpointRow } from './queries.ts';

export function endpointView(row: EndpointRow, now: Date): WebhookEndpoint {
  const overlap = row.previous_secret_until;
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    created_by: row.created_by,
    url: row.url,
    description: row.description,
    events: row.events as WebhookEndpoint['events'],
    active: row.active,
    disabled_at: toTime(row.disabled_at),
    disabled_reason: row.disabled_reason as WebhookEndpoint['disabled_reason'],
    failing_since: toTime(row.failing_since),
    previous_secret_expires_at: overlap && overlap > now ? overlap.toISOString() : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** An endpoint with the version for If-Match: failed attempts and the end of an old secret do not change it. */
export function endpointReply(row: EndpointRow, now: Date): { data: WebhookEndpoint; version: string } {
  return { data: endpointView(row, now), version: versionOfEndpoint(row, now) };
}

export function versionOfEndpoint(row: EndpointRow, now: Date): string {
  return versionOfView(endpointView(row, now), ['failing_since', 'previous_secret_expires_at']);
}

export function newEndpointView(row: EndpointRow, secret: string, now: Date): NewWebhookEndpoint {
  return { ...endpointView(row, now), secret };
}

export function deliveryView(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    endpoint_id: row.endpoint_id,
    event: eventView(row),
    status: row.status as WebhookDelivery['status'],
    attempts: row.attempts,
    next_attempt_at: toTime(row.next_attempt_at),
    last_attempt_at: toTime(row.last_attempt_at),
    response_status: row.response_status,
    response_body: row.response_body,
    duration_ms: row.duration_ms,
    error: row.error,
    redelivery_of: row.redelivery_of,
    created_at: row.created_at.toISOString(),
  };
}

type StoredEvent = Pick<
  DeliveryRow,
  'event_id' | 'event_type' | 'event_data' | 'event_created_at' | 'event_workspace_id'
>;

/** The body of a delivery: the same at every try. */
export function eventView(row: StoredEvent): WebhookEvent {
  const event = {
    id: row.event_id,
    type: row.event_type,
    timestamp: row.event_created_at.toISOString(),
    workspace_id: row.event_workspace_id,
    data: row.event_data,
  };
  return event as unknown as WebhookEvent;
}

function toTime(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
