import { WebhookDelivery, WebhookEndpoint, type WebhookEvent } from '@voiceloom/contract';
import { versioned } from '../../handler/entity-tag.ts';
import { toView } from '../../handler/view.ts';
import type { DeliveryRow, EndpointRow } from './queries.ts';

/** After a rotation, the previous secret is valid until its end. */
export function endpointView(row: EndpointRow, now: Date): WebhookEndpoint {
  const overlap = row.previous_secret_until;
  const previous_secret_expires_at = overlap && overlap > now ? overlap : null;
  return toView(WebhookEndpoint, { ...row, previous_secret_expires_at });
}

/** An endpoint with the version for If-Match, which failed attempts and the end of an old secret do not change. */
export function endpointReply(row: EndpointRow, now: Date) {
  return versioned(endpointView(row, now), ['failing_since', 'previous_secret_expires_at']);
}

export function deliveryView(row: DeliveryRow): WebhookDelivery {
  return toView(WebhookDelivery, { ...row, event: eventView(row) });
}

/** The body of a delivery, which is the same in every attempt. */
export function eventView(
  row: Pick<
    DeliveryRow,
    'event_id' | 'event_type' | 'event_data' | 'event_created_at' | 'event_workspace_id'
  >,
): WebhookEvent {
  const event = {
    id: row.event_id,
    type: row.event_type,
    timestamp: row.event_created_at.toISOString(),
    workspace_id: row.event_workspace_id,
    data: row.event_data,
  };
  return event as unknown as WebhookEvent;
}
