import { WEBHOOK_EVENT_TYPES, type WebhookEvent } from '@voiceloom/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { App } from '../../src/app.ts';
import { deliver } from '../../src/features/webhook-endpoints/deliver.ts';
import { fanOutEvent } from '../../src/features/webhook-endpoints/send.ts';
import { newId } from '../../src/ids.ts';
import type { Lookup } from '../../src/providers/http.ts';
import type { TestApp } from './app.ts';
import type { Member } from './factories.ts';

const ENDPOINTS = '/api/v1/webhook-endpoints';

/** One endpoint of a member and the calls of its tests, without a worker: the test makes each attempt. */
export async function webhookScene(server: TestApp, member: Member, url: string) {
  const { app } = server;
  const made = await server.request('POST', ENDPOINTS, { as: member, body: { url } });
  expect(made.status).toBe(201);
  const { id, secret } = made.body.data as { id: string; secret: string };
  const path = `${ENDPOINTS}/${id}`;
  const deliveryRow = (delivery: string) =>
    app.db.selectFrom('webhook_delivery').selectAll().where('id', '=', delivery).executeTakeFirstOrThrow();

  return {
    id,
    secret,
    path,
    deliveryRow,
    /** Creates an event of the workspace for its endpoints. Returns the delivery to this one. */
    async announce(event: Pick<WebhookEvent, 'type' | 'data'>): Promise<string> {
      const event_id = newId();
      const data = JSON.stringify(event.data);
      const row = { id: event_id, workspace_id: member.workspace_id, type: event.type, data };
      await app.db
        .insertInto('webhook_event')
        .values({ ...row, created_at: app.clock() })
        .execute();
      await fanOutEvent(app, event_id);
      const [delivery] = await app.db
        .selectFrom('webhook_delivery')
        .select('id')
        .where('event_id', '=', event_id)
        .where('endpoint_id', '=', id)
        .execute();
      return delivery?.id ?? '';
    },
    /** Makes the next attempt of a delivery, like its job. */
    async attempt(delivery: string, lookup?: Lookup) {
      const { attempts } = await deliveryRow(delivery);
      const signal = new AbortController().signal;
      await deliver(app, { delivery_id: delivery, attempts }, { signal, ...(lookup && { lookup }) });
      return deliveryRow(delivery);
    },
    endpoint: async () => (await server.request('GET', path, { as: member })).body.data,
    deliveries: async () => (await server.request('GET', `${path}/deliveries`, { as: member })).body.data,
    post: (below: string) => server.request('POST', `${path}/${below}`, { as: member }),
  };
}

/** The times of the next attempts of a delivery in the job tables. */
export async function plannedTries(app: App, delivery: string): Promise<Date[]> {
  const { rows } = await sql<{ start_after: Date }>`
    select start_after from pgboss.job where name = 'webhook.delivery' and state = 'created'
    and data ->> 'delivery_id' = ${delivery} order by start_after`.execute(app.db);
  return rows.map((row) => row.start_after);
}

/** Inserts an endpoint directly, for tests below the API. */
export async function insertEndpoint(
  app: App,
  owner: { user_id: string; workspace_id: string },
  events: readonly string[] = WEBHOOK_EVENT_TYPES,
): Promise<string> {
  const [id, now] = [newId(), new Date()];
  const { user_id: created_by, workspace_id } = owner;
  const row = { id, workspace_id, created_by, url: 'https://hooks.example.com/', events: [...events] };
  await app.db
    .insertInto('webhook_endpoint')
    .values({ ...row, secret: Buffer.alloc(1), created_at: now, updated_at: now })
    .execute();
  return id;
}

/** The events of a workspace, in the order in which they were written. */
export function eventsOf(app: App, workspaceId: string) {
  return app.db
    .selectFrom('webhook_event')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
