import { createHash, randomUUID } from 'node:crypto';
import { type AnyRoute, EXAMPLE_IDS, exampleOf, jsonSchemaOf } from '@voiceloom/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { newId } from '../../src/ids.ts';
import type { TestApp } from './app.ts';
import { createKey, type Member } from './factories.ts';

/**
 * The published example of an operation's body; undefined if it has none. `ids` replaces the IDs of the
 * example.
 */
export function exampleBody({ body }: AnyRoute, ids: Record<string, string> = {}): unknown {
  if (!(body instanceof z.ZodType)) return undefined;
  const example = exampleOf(body);
  if (example === undefined) return undefined;
  const text = Object.entries(EXAMPLE_IDS).reduce(
    (replaced, [name, id]) => replaced.replaceAll(id, ids[name] ?? id),
    JSON.stringify(example),
  );
  return JSON.parse(text);
}

const requiredQueries = new WeakMap<AnyRoute, string>();

/** The required query parameters of an operation, from their published examples. */
export function requiredQuery(route: AnyRoute): string {
  const known = requiredQueries.get(route) ?? makeRequiredQuery(route);
  requiredQueries.set(route, known);
  return known;
}

function makeRequiredQuery({ query }: AnyRoute): string {
  if (!(query instanceof z.ZodObject)) return '';
  const { properties, required = [] } = jsonSchemaOf(query, 'input') as {
    properties: Record<string, { examples?: unknown[] }>;
    required?: string[];
  };
  const pairs = required.map((name) => [name, String(properties[name]?.examples?.[0])]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** Operations that return the same whether or not the named resource exists. */
export const SILENT = new Set(['templates.unfavorite', 'voices.unfavorite']);

/**
 * Parameters that name something public, or something that only the payment processor stores, such as cards.
 */
const PUBLIC = new Set([
  'node_type',
  'token',
  'provider',
  'model',
  'plan_id',
  'payment_method_id',
  'target',
  'no',
]);

/** Whether the caller signs the body, as the payment processor does. */
export const isSigned = ({ headers }: AnyRoute): boolean =>
  typeof headers === 'object' && headers !== null && 'stripe-signature' in headers;

/** Resets a rate limit, because these tests send more requests per minute as one caller than it allows. */
export async function forgetRequests({ app }: TestApp, key: string): Promise<void> {
  await sql`delete from rate_limit where key = ${key}`.execute(app.db);
}

/** The path parameters that name a resource of a workspace, in order. */
export function idsOf({ path }: AnyRoute): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)]
    .map(([, name]) => String(name))
    .filter((name) => !PUBLIC.has(name));
}

export function fillPath({ path }: AnyRoute, ids: Record<string, string>): string {
  const fallback: Record<string, string> = {
    node_type: 'source_script',
    audio_id: EXAMPLE_IDS.audio_id,
    token: 'a'.repeat(43),
    provider: path.startsWith('/api/v1/provider-keys') ? 'elevenlabs' : 'espeak',
    model: 'espeak-ng',
    target: 'game-builds',
    no: '1',
  };
  return path.replace(/:([a-z_]+)/g, (_, name: string) => ids[name] ?? fallback[name] ?? randomUUID());
}

/** One of every resource that has an ID. */
export interface OwnedIds {
  ws_id: string;
  member_id: string;
  invite_id: string;
  key_id: string;
  workflow_id: string;
  run_id: string;
  review_id: string;
  comment_id: string;
  assignment_id: string;
  link_id: string;
  node_id: string;
  audio_id: string;
  upload_id: string;
  voice_id: string;
  template_id: string;
  endpoint_id: string;
  delivery_id: string;
  entry_id: string;
  budget_id: string;
  schedule_id: string;
}

export async function ownedIds(server: TestApp, member: Member): Promise<OwnedIds> {
  const { workspace_id, user_id } = member;
  const node_id = randomUUID();
  const definition = { graph: { nodes: [{ id: node_id, type: 'sink_preview' }] } };
  const body = { name: 'Owned', definition };
  const workflow = await server.request('POST', '/api/v1/workflows', { as: member, body });
  const template = await server.request('POST', '/api/v1/templates', { as: member, body });
  const announced = { filename: 'owned.txt', category: 'script' };
  const upload = await server.request('POST', '/api/v1/uploads', { as: member, body: announced });
  const [run_id, voice_id, now] = [newId(), newId(), new Date()];
  const audio_id = createHash('sha256').update(run_id).digest('hex').slice(0, 16);
  const { db } = server.app;
  const workflow_id = workflow.body.data.id as string;
  await db
    .insertInto('run')
    .values({
      id: run_id,
      workspace_id,
      workflow_id,
      account_id: user_id,
      run_number: 1,
      status: 'completed',
      definition: JSON.stringify(workflow.body.data.definition),
      total_nodes: 1,
      triggered_by: user_id,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db
    .insertInto('voice')
    .values({
      id: voice_id,
      workspace_id,
      user_id,
      name: 'Owned',
      provider: 'espeak',
      provider_voice_id: voice_id,
      source: 'recorded',
      created_at: now,
      updated_at: now,
    })
    .execute();
  const { id: key_id } = await createKey(server, member);
  const invite_id = await insertInvite(db, member);
  const { id: member_id } = await db
    .selectFrom('workspace_member')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  const upload_id = upload.body.data.upload.id as string;
  const template_id = template.body.data.id as string;
  const word = { word: 'Owned', pronunciation: 'owned', language: 'en' };
  const entry = await server.request('POST', '/api/v1/dictionary', { as: member, body: word });
  const entry_id = entry.body.data.id as string;
  const limit = { name: 'Owned', limit_credits: 1_000_000 };
  const budget = await server.request('POST', '/api/v1/budgets', { as: member, body: limit });
  const budget_id = budget.body.data.id as string;
  const times = { workflow_id, name: 'Owned', cron: '0 2 * * *' };
  const schedule = await server.request('POST', '/api/v1/schedules', { as: member, body: times });
  const schedule_id = schedule.body.data.id as string;
  const review = await server.request('POST', `/api/v1/workflows/${workflow_id}/runs/${run_id}/review`, {
    as: member,
  });
  const review_id = review.body.data.id as string;
  const reviewed = await insertSaid(db, member, review_id);
  const own = {
    workflow_id,
    run_id,
    ...reviewed,
    node_id,
    audio_id,
    upload_id,
    voice_id,
    template_id,
    entry_id,
    budget_id,
    schedule_id,
  };
  const webhook = await insertWebhook(server, member);
  return { ws_id: workspace_id, member_id, invite_id, key_id, ...webhook, ...own };
}

/** An endpoint, and a delivery to it that no worker sends. */
async function insertWebhook(server: TestApp, member: Member) {
  const path = '/api/v1/webhook-endpoints';
  const body = { url: 'https://hooks.example.com/owned' };
  const endpoint = await server.request('POST', path, { as: member, body });
  const endpoint_id = endpoint.body.data.id as string;
  const delivery = await server.request('POST', `${path}/${endpoint_id}/test`, { as: member });
  return { endpoint_id, delivery_id: delivery.body.data.id as string };
}

/** A review with a comment, an assignment and a share link. */
async function insertSaid(db: TestApp['app']['db'], { user_id }: Member, review_id: string) {
  const said = { id: newId(), review_id, created_at: new Date() };
  const actor = JSON.stringify({ kind: 'user', id: user_id, name: 'Owner' });
  const comment = { ...said, no: 1, body: 'Owned', actor, updated_at: said.created_at };
  await db.insertInto('review_comment').values(comment).execute();
  await db
    .insertInto('review_assignment')
    .values({ ...said, assignee: actor })
    .execute();
  const shared = { label: 'Owned', permission: 'listen', token_hash: Buffer.from(said.id) };
  await db
    .insertInto('review_link')
    .values({ ...said, ...shared, created_by: actor, expires_at: new Date(Date.now() + 3_600_000) })
    .execute();
  return { review_id, comment_id: said.id, assignment_id: said.id, link_id: said.id };
}

async function insertInvite(db: TestApp['app']['db'], { workspace_id, user_id }: Member): Promise<string> {
  const [id, now] = [newId(), new Date()];
  const invite = { id, workspace_id, email: 'owned@example.com', role: 'viewer', status: 'pending' };
  const times = { expires_at: new Date(now.getTime() + 3_600_000), created_at: now, updated_at: now };
  const token_hash = createHash('sha256').update(id).digest();
  await db
    .insertInto('workspace_invite')
    .values({ ...invite, ...times, token_hash, invited_by: user_id })
    .execute();
  return id;
}
