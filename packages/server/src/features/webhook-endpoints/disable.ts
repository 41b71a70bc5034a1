import type { App } from '../../app.ts';
import { updateRow } from '../../db/by-id.ts';
import type { Db } from '../../db/index.ts';
import { addActivity } from '../../ledger/activity.ts';
import { buildStudioPage, enqueueMail, mailContent } from '../mail/index.ts';
import { type EndpointRow, failOpenDeliveries } from './queries.ts';
import { webhookDeliveryJobRef } from './queue.ts';

/** Why the service disabled an endpoint. */
export type DisabledBecause = 'gone' | 'failures';

const BECAUSE: Record<DisabledBecause, string> = {
  gone: 'it returned status 410 (Gone)',
  failures: 'every delivery to it has failed for about a day',
};

/** Disables an endpoint that the caller's transaction has locked. Notifies its creator and the workspace's owner. */
export async function disableEndpoint(
  app: Pick<App, 'queue' | 'signingSecret' | 'config' | 'baseUrl'>,
  tx: Db,
  { endpoint, reason, now }: { endpoint: EndpointRow; reason: DisabledBecause; now: Date },
): Promise<void> {
  if (!endpoint.active) return;
  await updateRow(tx, 'webhook_endpoint', {
    id: endpoint.id,
    active: false,
    disabled_at: now,
    disabled_reason: reason,
  });
  await endOpenDeliveries(app, tx, endpoint.id);
  const entry = {
    workspace_id: endpoint.workspace_id,
    user_id: null,
    action: 'settings_changed' as const,
    kind: 'webhook_endpoint_disabled',
    resource: toResource(endpoint),
    metadata: { reason },
  };
  await addActivity(tx, entry, now);
  // Its creator, if still a member, and the owner of the workspace.
  const people = await tx
    .selectFrom('workspace')
    .innerJoin('workspace_member as member', 'member.workspace_id', 'workspace.id')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .select('app_user.email')
    .where('workspace.id', '=', endpoint.workspace_id)
    .where('workspace.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('app_user.id', '=', eb.ref('workspace.owner_id')),
        eb('app_user.id', '=', endpoint.created_by),
      ]),
    )
    .execute();
  const page = buildStudioPage(app, '/settings', endpoint.workspace_id);
  for (const to of new Set(people.flatMap(({ email }) => email ?? []))) {
    const content = mailContent(to, {
      subject: 'A webhook endpoint was disabled',
      paragraphs: [
        `Events are not sent to ${toResource(endpoint).name} anymore: ${BECAUSE[reason]}.`,
        `Enable the endpoint (${endpoint.id}) again when it works. You can then redeliver the missed events.`,
      ],
      action: page === undefined ? undefined : { label: 'Open the settings', url: page },
    });
    await enqueueMail(app, tx, { kind: 'webhook_endpoint_disabled', content, now });
  }
}

/** Fails the open deliveries of an endpoint that the caller's transaction has locked. */
export async function endOpenDeliveries({ queue }: Pick<App, 'queue'>, tx: Db, endpointId: string) {
  await queue.cancel(tx, webhookDeliveryJobRef, await failOpenDeliveries(tx, endpointId));
}

/** Shows everyone in the workspace only the host of the URL, because the rest can be a secret. */
export function toResource({ id, url }: Pick<EndpointRow, 'id' | 'url'>) {
  return { type: 'webhook_endpoint', id, name: new URL(url).host };
}
