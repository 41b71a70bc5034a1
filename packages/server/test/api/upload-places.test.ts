import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Credential, startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { putBytes } from '../support/uploads.ts';
import { createNamed } from '../support/workflows.ts';

let server: TestApp;
/** Owns a team in which the caller is an editor. The caller also has a personal workspace. */
let owner: Member;
let caller: Member;
let personal: { token: string };
let teamWorkflow: string;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  owner = await createMember(server);
  caller = await createMember(server, { workspace_id: owner.workspace_id, role: 'editor' });
  personal = { token: caller.token };
  teamWorkflow = (await createNamed({ server, member: owner }, 'Of the team')).id;
});
afterAll(() => server.close());

const CONTENT = 'Twelve bytes';
const BYTES = CONTENT.length;

async function uploaded(as: Credential): Promise<string> {
  const { body } = await server.request('POST', '/api/v1/uploads', {
    as,
    body: { filename: 'script.txt', category: 'script' },
  });
  const { upload, upload_url } = body.data;
  expect((await putBytes(upload_url, CONTENT, upload.content_type)).status).toBe(200);
  return upload.id;
}

const confirm = (id: string, context_id: string, as: Credential) =>
  server.request('POST', `/api/v1/uploads/${id}`, { as, body: { context_type: 'workflow', context_id } });
const remove = (id: string, as: Credential) => server.request('DELETE', `/api/v1/uploads/${id}`, { as });
const mate = (role: 'viewer' | 'editor' | 'admin') =>
  createMember(server, { workspace_id: owner.workspace_id, role });

async function personalOf(who: { token: string }): Promise<string> {
  const { body } = await server.request('GET', '/api/v1/auth/whoami', { as: { token: who.token } });
  return body.data.workspace_id;
}

/** The stored bytes of a workspace according to its counter and its ledger, which must agree. */
async function bytesIn(workspace_id: string): Promise<number> {
  const { db } = server.app;
  const counter = await db
    .selectFrom('workspace_storage')
    .select('used_bytes')
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirst();
  const charges = await db
    .selectFrom('storage_charge')
    .select('delta_bytes')
    .where('workspace_id', '=', workspace_id)
    .execute();
  const used = counter?.used_bytes ?? 0;
  expect(charges.reduce((sum, { delta_bytes }) => sum + delta_bytes, 0)).toBe(used);
  return used;
}

const rowOf = (id: string) =>
  server.app.db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst();

async function leave({ user_id }: Member): Promise<void> {
  await server.app.db
    .deleteFrom('workspace_member')
    .where('workspace_id', '=', owner.workspace_id)
    .where('user_id', '=', user_id)
    .execute();
}

describe('confirming an upload', () => {
  test('without a header takes place in the workspace of the workflow, and uses its storage', async () => {
    const home = await personalOf(caller);
    const id = await uploaded(personal);
    expect((await rowOf(id))?.workspace_id).toBe(home);
    const { status, body } = await confirm(id, teamWorkflow, personal);
    expect([status, body.data.workspace_id]).toEqual([200, owner.workspace_id]);
    expect((await rowOf(id))?.object_key).toContain(`uploads/${owner.workspace_id}/`);
    expect([await bytesIn(owner.workspace_id), await bytesIn(home)]).toEqual([BYTES, 0]);
    const listed = await server.request('GET', `/api/v1/workflows/${teamWorkflow}/uploads`, { as: owner });
    expect(listed.body.data).toMatchObject([{ id }]);
    expect((await confirm(id, teamWorkflow, personal)).body.data.id).toBe(id);
    expect(await bytesIn(owner.workspace_id)).toBe(BYTES);
  });

  test('with a header takes place in that workspace, wherever the upload was announced', async () => {
    const home = await personalOf(caller);
    const own = await createNamed({ server, member: { ...caller, workspace_id: home } }, 'Own');
    const id = await uploaded(caller);
    expect((await confirm(id, own.id, caller)).status).toBe(404);
    expect((await confirm(id, teamWorkflow, { ...personal, workspace_id: home })).status).toBe(404);
    const { body } = await confirm(id, own.id, { ...personal, workspace_id: home });
    expect(body.data.workspace_id).toBe(home);
    expect([await bytesIn(owner.workspace_id), await bytesIn(home)]).toEqual([0, BYTES]);
  });

  test('falls back to the personal workspace, where a workflow of others is not found', async () => {
    const stranger = await createMember(server);
    const foreign = (await createNamed({ server, member: stranger }, 'Foreign')).id;
    const id = await uploaded(personal);
    for (const context of [foreign, randomUUID()])
      expect((await confirm(id, context, personal)).status).toBe(404);
    expect(await rowOf(id)).toMatchObject({ status: 'pending', workspace_id: await personalOf(caller) });
    expect(await bytesIn(stranger.workspace_id)).toBe(0);
  });

  test('needs the editor role in the workspace of the workflow', async () => {
    const viewer = await mate('viewer');
    const id = await uploaded({ token: viewer.token });
    const { status, body } = await confirm(id, teamWorkflow, { token: viewer.token });
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(await rowOf(id)).toMatchObject({ status: 'pending' });
  });

  test('of another person is possible only in their common workspace', async () => {
    const [own, here] = [await uploaded(personal), await uploaded(caller)];
    expect((await confirm(own, teamWorkflow, owner)).status).toBe(404);
    expect((await confirm(here, teamWorkflow, owner)).status).toBe(200);
  });

  test('with a key takes place only in the workspace of the key', async () => {
    const key = await createKey(server, caller);
    const home = await personalOf(caller);
    const own = (await createNamed({ server, member: { ...caller, workspace_id: home } }, 'Own')).id;
    const elsewhere = await uploaded(personal);
    expect((await confirm(elsewhere, teamWorkflow, key)).status).toBe(404);
    const id = await uploaded(key);
    expect((await confirm(id, own, key)).status).toBe(404);
    expect((await confirm(id, teamWorkflow, key)).body.data.workspace_id).toBe(owner.workspace_id);
  });

  test('in two workspaces at once succeeds in one, which is charged once', async () => {
    const home = await personalOf(caller);
    const own = (await createNamed({ server, member: { ...caller, workspace_id: home } }, 'Own')).id;
    const id = await uploaded(personal);
    const contexts = [own, teamWorkflow, own, teamWorkflow, own, teamWorkflow];
    const answers = await Promise.all(contexts.map((context) => confirm(id, context, personal)));
    const places = answers.flatMap(({ status, body }) => (status === 200 ? [body.data.workspace_id] : []));
    expect([places.length, new Set(places).size]).toEqual([3, 1]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422, 422]);
    const used = [await bytesIn(home), await bytesIn(owner.workspace_id)];
    expect(used.sort()).toEqual([0, BYTES]);
    expect(await bytesIn(places[0])).toBe(BYTES);
  });
});

describe('deleting an upload', () => {
  test('is allowed for its creator in any workspace and role, and releases its bytes there', async () => {
    const home = await personalOf(caller);
    const [moved, here, left] = [await uploaded(personal), await uploaded(caller), await uploaded(caller)];
    for (const id of [moved, here, left]) await confirm(id, teamWorkflow, caller);
    expect(await bytesIn(owner.workspace_id)).toBe(3 * BYTES);
    expect((await remove(moved, { ...personal, workspace_id: home })).status).toBe(200);
    await server.app.db
      .updateTable('workspace_member')
      .set({ role: 'viewer' })
      .where('workspace_id', '=', owner.workspace_id)
      .where('user_id', '=', caller.user_id)
      .execute();
    expect((await remove(here, caller)).status).toBe(200);
    expect(await bytesIn(owner.workspace_id)).toBe(BYTES);
    await leave(caller);
    expect((await remove(left, personal)).status).toBe(200);
    expect([await bytesIn(owner.workspace_id), await bytesIn(home)]).toEqual([0, 0]);
    expect(await rowOf(left)).toBeUndefined();
  });

  test('is allowed for admins of its workspace, and for nobody else', async () => {
    const id = await uploaded(caller);
    await confirm(id, teamWorkflow, caller);
    const stranger = await createMember(server);
    for (const other of [await mate('editor'), await mate('viewer'), stranger]) {
      const { status, body } = await remove(id, other);
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect(await bytesIn(owner.workspace_id)).toBe(BYTES);
    expect((await remove(id, await mate('admin'))).status).toBe(200);
    expect(await bytesIn(owner.workspace_id)).toBe(0);
  });

  test('with a key reaches only the workspace of the key', async () => {
    const key = await createKey(server, caller);
    const [own, here] = [await uploaded(personal), await uploaded(caller)];
    expect((await remove(own, key)).status).toBe(404);
    expect((await remove(here, key)).status).toBe(200);
    const ofOwner = await uploaded(owner);
    expect((await remove(ofOwner, key)).status).toBe(404);
    expect((await remove(ofOwner, await createKey(server, owner))).status).toBe(200);
  });
});
