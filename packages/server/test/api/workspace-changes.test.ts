import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeTarget } from '../../src/features/deliveries/targets.ts';
import { storeProviderKey } from '../../src/features/provider-keys/actions.ts';
import { createEndpoint } from '../../src/features/webhook-endpoints/actions.ts';
import type { WorkspaceCaller } from '../../src/handler/handler.ts';
import { newId } from '../../src/ids.ts';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { bucketBody } from '../support/deliveries.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { allowOwnKeys, giveKey } from '../support/own-keys.ts';
import { startS3Server } from '../support/s3-server.ts';
import { until } from '../support/until.ts';
import { insertEndpoint } from '../support/webhooks.ts';

const WORKSPACES = '/api/v1/workspaces';

let server: TestApp;
let owner: Member;

beforeAll(async () => {
  server = await startTestApp();
  const { db } = server.app;
  const plans = db.selectFrom('plan').select('limits').where('is_default', '=', true);
  const { limits } = await plans.executeTakeFirstOrThrow();
  const changed = JSON.stringify({ ...limits, workspaces_per_owner: 'unlimited' });
  await db.updateTable('plan').set({ limits: changed }).where('is_default', '=', true).execute();
});
beforeEach(async () => {
  owner = await createMember(server);
});
afterAll(() => server.close());

/** Another workspace of the owner, with a credential for it. */
async function second(fields: object = {}): Promise<Member> {
  const { body } = await server.request('POST', WORKSPACES, { as: owner, body: { name: 'Team', ...fields } });
  return { ...owner, workspace_id: body.data.id };
}

const change = (as: Member, body: object) =>
  server.request('PATCH', `${WORKSPACES}/${as.workspace_id}`, { as, body });
const remove = (as: Member) => server.request('DELETE', `${WORKSPACES}/${as.workspace_id}`, { as });
const isFree = async (slug: string, as: Credential = owner) =>
  (await server.request('GET', `${WORKSPACES}/slug-available?slug=${slug}`, { as })).body.data;
const slugOf = () => `team-${randomUUID().slice(0, 8)}`;

describe('changing a workspace', () => {
  test('changes only what the body contains', async () => {
    const before = (await server.request('GET', `${WORKSPACES}/${owner.workspace_id}`, { as: owner })).body
      .data;
    const changes = { routing_price_sensitivity: 1, routing_llm_fit: false, color_idx: 3 };
    const { status, body } = await change(owner, changes);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...before, ...changes, updated_at: expect.any(String) });
    const slug = slugOf();
    expect((await change(owner, { name: ' Studio ', slug })).body.data).toMatchObject({
      name: 'Studio',
      slug,
      ...changes,
    });
  });

  test('a slug of another workspace is rejected, and its own is accepted', async () => {
    const slug = slugOf();
    await second({ slug });
    const { status, body } = await change(owner, { slug });
    expect([status, body.error.code]).toEqual([409, 'WORKSPACE_SLUG_TAKEN']);
    const own = await second({ slug: slugOf() });
    const { body: kept } = await server.request('GET', `${WORKSPACES}/${own.workspace_id}`, { as: own });
    expect((await change(own, { slug: kept.data.slug })).status).toBe(200);
  });

  test.each([
    [{ name: '' }, 'body.name'],
    [{ slug: 'No Good' }, 'body.slug'],
    [{ color_idx: 7 }, 'body.color_idx'],
    [{ routing_price_sensitivity: -0.1 }, 'body.routing_price_sensitivity'],
    [{ routing_llm_fit: 'yes' }, 'body.routing_llm_fit'],
  ])('the body %j is rejected at %s', async (body, field) => {
    const answer = await change(owner, body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0].field).toBe(field);
  });
});

describe('the slug of a new workspace', () => {
  test('can be checked before', async () => {
    const slug = slugOf();
    expect(await isFree(slug)).toEqual({ slug, available: true });
    await second({ slug });
    expect(await isFree(slug, await createMember(server))).toEqual({ slug, available: false });
  });

  test('must be valid', async () => {
    for (const query of ['', '?slug=', '?slug=No%20Good']) {
      const answer = await server.request('GET', `${WORKSPACES}/slug-available${query}`, { as: owner });
      expect(answer.status).toBe(422);
      expect(answer.body.error.details[0].field).toBe('query.slug');
    }
  });

  test('is available again after the workspace was deleted', async () => {
    const slug = slugOf();
    await remove(await second({ slug }));
    expect((await isFree(slug)).available).toBe(true);
    const { body } = await server.request('POST', WORKSPACES, { as: owner, body: { name: 'Again', slug } });
    expect(body.data.slug).toBe(slug);
  });
});

describe('the settings of a workspace', () => {
  const get = (as: Member) => server.request('GET', `${WORKSPACES}/${as.workspace_id}/settings`, { as });
  const set = (as: Member, body: object) =>
    server.request('PATCH', `${WORKSPACES}/${as.workspace_id}/settings`, { as, body });

  test('are not set at first, are changed one by one, and are reset with null', async () => {
    expect((await get(owner)).body.data).toEqual({ default_language: null, theme: null });
    expect((await set(owner, { default_language: 'DE_at' })).body.data).toEqual({
      default_language: 'de-at',
      theme: null,
    });
    expect((await set(owner, { theme: 'dark' })).body.data).toEqual({
      default_language: 'de-at',
      theme: 'dark',
    });
    await set(owner, { default_language: null });
    expect((await get(owner)).body.data).toEqual({ default_language: null, theme: 'dark' });
  });

  test('are read by every member', async () => {
    const viewer = await createMember(server, { workspace_id: owner.workspace_id, role: 'viewer' });
    expect((await get(viewer)).status).toBe(200);
  });

  test.each([
    [{ default_language: 'nonsense!' }, 'body.default_language'],
    [{ theme: 'pink' }, 'body.theme'],
  ])('the body %j is rejected at %s', async (body, field) => {
    const answer = await set(owner, body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0].field).toBe(field);
  });
});

describe('deleting a workspace', () => {
  test('hides it and everything in it, including its keys, and frees its place in the plan', async () => {
    const team = await second();
    const { body } = await server.request('POST', '/api/v1/workflows', { as: team, body: { name: 'Gone' } });
    const key = await createKey(server, team);
    expect(await remove(team)).toMatchObject({ status: 200, body: { data: {} } });
    const path = `/api/v1/workflows/${body.data.id}`;
    await until(async () => (await server.request('GET', path, { as: team })).status === 404, 2_000);
    await until(async () => (await server.request('GET', path, { as: key })).status === 401, 2_000);
    expect((await server.request('GET', `${WORKSPACES}/${team.workspace_id}`, { as: team })).status).toBe(
      404,
    );
    expect((await remove(team)).status).toBe(404);
    const { body: left } = await server.request('GET', WORKSPACES, { as: owner });
    expect(left.data.map(({ id }: { id: string }) => id)).toEqual([owner.workspace_id]);
  });

  test('removes its keys, buckets and webhooks, ends what is being sent to them, and keeps all others', async () => {
    const team = await second();
    for (const place of [team, owner]) await giveSecrets(place);
    expect(await secretsOf(team)).toEqual({
      keys: 1,
      endpoints: 1,
      targets: 1,
      deliveries: ['pending', null],
    });
    await remove(team);
    const ended = ['failed', 'The workspace was deleted.'];
    expect(await secretsOf(team)).toEqual({ keys: 0, endpoints: 0, targets: 0, deliveries: ended });
    expect(await secretsOf(owner)).toEqual({
      keys: 1,
      endpoints: 1,
      targets: 1,
      deliveries: ['pending', null],
    });
  });

  test('leaves no key that was being tested meanwhile', async () => {
    const team = await second();
    await allowOwnKeys(server.app);
    const keyVerifier = {
      verify: async () => {
        await remove(team);
        return { kind: 'accepted' as const };
      },
    };
    const storing = storeProviderKey(
      { ...server.app, keyVerifier },
      {
        caller: callerOf(team),
        provider: 'scoring_endpoint',
        body: { url: 'https://scores.example.com/mos' },
        now: new Date(),
      },
    );
    await expect(storing).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await secretsOf(team)).toMatchObject({ keys: 0 });
  });

  test('leaves no bucket and no webhook whose request arrived before', async () => {
    const team = await second();
    const bucket = await startS3Server();
    const { host } = new URL(bucket.endpoint);
    const app = { ...server.app, config: { ...server.app.config, provider_allowed_hosts: [host] } };
    await remove(team);
    const request = { caller: callerOf(team), now: new Date() };
    const body = { ...bucketBody(bucket), path_style: true };
    const gone = { code: 'NOT_FOUND' };
    await expect(storeTarget(app, { ...request, name: 'builds', body })).rejects.toMatchObject(gone);
    const url = 'https://hooks.example.com/voiceloom';
    await expect(createEndpoint(app, { ...request, body: { url } })).rejects.toMatchObject(gone);
    await bucket.close();
    expect(await secretsOf(team)).toMatchObject({ targets: 0, endpoints: 0 });
  });

  test('cancels its runs, and no others', async () => {
    const team = await second();
    const [doomed, other] = [await activeRun(team), await activeRun(owner)];
    await remove(team);
    expect([await statusOf(doomed), await statusOf(other)]).toEqual(['cancelled', 'running']);
  });

  test('is denied to an admin who does not own it', async () => {
    const team = await second();
    const admin = await createMember(server, { workspace_id: team.workspace_id, role: 'admin' });
    const { status, body } = await remove(admin);
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('is not possible for a personal one', async () => {
    const { status, body } = await remove(owner);
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await server.request('GET', `${WORKSPACES}/${owner.workspace_id}`, { as: owner })).status).toBe(
      200,
    );
  });

  test('succeeds for one of two simultaneous requests', async () => {
    const team = await second();
    const statuses = (await Promise.all([remove(team), remove(team)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404]);
  });
});

/** A caller whose rights in the workspace were read earlier. */
function callerOf({ user_id, workspace_id }: Member): WorkspaceCaller {
  const workspace = { id: workspace_id, owner_id: user_id, role: 'admin' as const };
  return { kind: 'jwt', user_id, api_key_id: null, scopes: [], workspace, ip: null };
}

/** One of every secret that a workspace can store, and a pending delivery. */
async function giveSecrets(place: Member): Promise<void> {
  const { app } = server;
  const { workspace_id, user_id: created_by } = place;
  const credentials = { url: 'https://scores.example.com/mos' };
  await giveKey(app, place, { provider: 'scoring_endpoint', credentials });
  await insertEndpoint(app, place);
  const [target_id, now] = [newId(), new Date()];
  const bucket = { endpoint: null, region: 'us-east-1', bucket: 'audio', prefix: '', path_style: false };
  const key = { access_key_preview: '', encrypted_credentials: Buffer.alloc(1), checked_at: now };
  const times = { created_at: now, updated_at: now };
  await app.db
    .insertInto('delivery_target')
    .values({ id: target_id, workspace_id, name: 'builds', ...bucket, ...key, created_by, ...times })
    .execute();
  const run_id = await activeRun(place);
  const to = { target_id, target_name: 'builds', destination: 's3://audio', job_id: randomUUID() };
  await app.db
    .insertInto('run_delivery')
    .values({ id: newId(), workspace_id, run_id, node_id: null, ...to, created_by, ...times })
    .execute();
}

async function secretsOf({ workspace_id }: Member) {
  const { db } = server.app;
  const rowsOf = async (table: 'provider_key' | 'webhook_endpoint' | 'delivery_target') =>
    (await db.selectFrom(table).select('created_at').where('workspace_id', '=', workspace_id).execute())
      .length;
  const delivery = await db
    .selectFrom('run_delivery')
    .select(['status', 'error'])
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirst();
  return {
    keys: await rowsOf('provider_key'),
    endpoints: await rowsOf('webhook_endpoint'),
    targets: await rowsOf('delivery_target'),
    deliveries: delivery && [delivery.status, delivery.error],
  };
}

async function activeRun({ token, workspace_id, user_id }: Member): Promise<string> {
  const as = { token, workspace_id };
  const { body } = await server.request('POST', '/api/v1/workflows', { as, body: { name: 'Active' } });
  const [id, now] = [newId(), new Date()];
  await server.app.db
    .insertInto('run')
    .values({
      id,
      workspace_id,
      workflow_id: body.data.id,
      account_id: user_id,
      run_number: 1,
      status: 'running',
      definition: JSON.stringify(body.data.definition),
      total_nodes: 0,
      triggered_by: user_id,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

async function statusOf(runId: string): Promise<string> {
  const runs = server.app.db.selectFrom('run').select('status').where('id', '=', runId);
  return (await runs.executeTakeFirstOrThrow()).status;
}
