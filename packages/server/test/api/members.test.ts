import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { limitSeats } from '../support/mail.ts';
import { until } from '../support/until.ts';

let server: TestApp;
let owner: Member;

beforeAll(async () => {
  server = await startTestApp();
  await limitSeats(server, 'unlimited');
});
beforeEach(async () => {
  owner = await createMember(server, { email: `${randomUUID()}@example.com` });
});
afterAll(() => server.close());

const roster = () => `/api/v1/workspaces/${owner.workspace_id}/members`;
const list = async (as: Member) => (await server.request('GET', roster(), { as })).body.data;
const join = (role: Member['role'], email?: string) =>
  createMember(server, { workspace_id: owner.workspace_id, role, ...(email !== undefined && { email }) });
const memberId = async ({ user_id }: Member): Promise<string> =>
  (await list(owner)).find((row: { user_id: string }) => row.user_id === user_id)?.id;
const setRole = async (member: Member, role: string, as = owner) =>
  server.request('PATCH', `${roster()}/${await memberId(member)}`, { as, body: { role } });
const remove = async (member: Member, as = owner) =>
  server.request('DELETE', `${roster()}/${await memberId(member)}`, { as });

describe('the member list', () => {
  test('lists the caller first, then admins, then the others in joining order, and open invites last', async () => {
    const early = await join('viewer');
    const editor = await join('editor');
    const admin = await join('admin');
    const email = `${randomUUID()}@example.com`;
    const invites = `/api/v1/workspaces/${owner.workspace_id}/invites`;
    const { body } = await server.request('POST', invites, { as: owner, body: { email, role: 'viewer' } });
    const users = (rows: { user_id: string | null }[]) => rows.map(({ user_id }) => user_id);
    expect(users(await list(owner))).toEqual([
      owner.user_id,
      admin.user_id,
      early.user_id,
      editor.user_id,
      null,
    ]);
    const seen = await list(editor);
    expect(users(seen)).toEqual([editor.user_id, owner.user_id, admin.user_id, early.user_id, null]);
    expect(seen.at(-1)).toEqual({
      id: body.data.id,
      user_id: null,
      email,
      first_name: null,
      last_name: null,
      image_url: null,
      role: 'viewer',
      last_active_at: null,
      status: 'invited',
    });
  });

  test('contains only open invites', async () => {
    const now = new Date();
    const past = new Date(now.getTime() - 1);
    const row = { workspace_id: owner.workspace_id, role: 'viewer', invited_by: owner.user_id };
    for (const [status, expires_at] of [
      ['pending', past],
      ['revoked', new Date(now.getTime() + 60_000)],
    ] as const) {
      const id = newId();
      const times = { expires_at, created_at: past, updated_at: past };
      const invite = {
        ...row,
        ...times,
        id,
        email: `${id}@example.com`,
        status,
        token_hash: Buffer.from(id),
      };
      await server.app.db.insertInto('workspace_invite').values(invite).execute();
    }
    expect((await list(owner)).length).toBe(1);
  });

  test('shows members with the data of the identity provider', async () => {
    const email = `${randomUUID()}@example.com`;
    const token = await server.token({ email, given_name: 'Ada', family_name: 'Lovelace' });
    const { body } = await server.request('GET', '/api/v1/auth/whoami', { as: { token } });
    const { user_id, workspace_id } = body.data;
    const path = `/api/v1/workspaces/${workspace_id}/members`;
    const answer = await server.request('GET', path, { as: { token } });
    // The time differs in each run, so it is compared separately.
    const rows = answer.body.data.map((row: object) => ({ ...row, last_active_at: null }));
    expect(rows).toEqual([
      {
        id: expect.any(String),
        user_id,
        email,
        first_name: 'Ada',
        last_name: 'Lovelace',
        image_url: null,
        role: 'admin',
        last_active_at: null,
        status: 'active',
      },
    ]);
    const nameless = await createMember(server);
    expect(
      (await server.request('GET', `/api/v1/workspaces/${nameless.workspace_id}/members`, { as: nameless }))
        .body.data[0].email,
    ).toBe('');
  });

  test('shows when a member was last active', async () => {
    await list(owner);
    await until(async () => (await list(owner))[0].last_active_at !== null);
  });

  test('is one page, even with many members', async () => {
    const mates = await Promise.all(Array.from({ length: 24 }, () => join('viewer')));
    const { body } = await server.request('GET', roster(), { as: owner });
    const users = body.data.map(({ user_id }: { user_id: string }) => user_id);
    expect(new Set(users)).toEqual(new Set([owner, ...mates].map(({ user_id }) => user_id)));
    expect(users.length).toBe(25);
    expect(body.pagination).toEqual({ limit: 10_000, next: null, prev: null });
  });

  test('is visible only to members', async () => {
    const stranger = await createMember(server);
    expect((await server.request('GET', roster(), { as: stranger })).status).toBe(404);
  });
});

describe('the role of a member', () => {
  test('is changed by an admin, returns an empty object, and takes effect within a second', async () => {
    const member = await join('viewer');
    const create = () => server.request('POST', '/api/v1/workflows', { as: member, body: { name: 'Mine' } });
    expect((await create()).status).toBe(403);
    const answer = await setRole(member, 'editor');
    expect([answer.status, answer.body.data]).toEqual([200, {}]);
    await until(async () => (await create()).status === 201, 2_000);
    await setRole(member, 'viewer');
    await until(async () => (await create()).status === 403, 2_000);
  });

  test('takes effect with the next request to the process that changed it', async () => {
    const member = await join('viewer');
    const create = () => server.request('POST', '/api/v1/workflows', { as: member, body: { name: 'Mine' } });
    const statuses = [];
    for (const role of ['editor', 'viewer', 'editor']) {
      await setRole(member, role);
      statuses.push((await create()).status);
    }
    await remove(member);
    statuses.push((await create()).status);
    expect(statuses).toEqual([201, 403, 201, 404]);
  });

  test('also limits the keys that the member created', async () => {
    const member = await join('editor');
    const key = await createKey(server, member);
    const create = () => server.request('POST', '/api/v1/workflows', { as: key, body: { name: 'Mine' } });
    expect((await create()).status).toBe(201);
    await setRole(member, 'viewer');
    await until(async () => (await create()).status === 403, 2_000);
  });

  test('of the owner stays admin, no matter who requests a change', async () => {
    const admin = await join('admin');
    for (const as of [owner, admin]) {
      const { status, body } = await setRole(owner, 'viewer', as);
      expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    }
    expect((await setRole(owner, 'admin')).status).toBe(200);
    expect((await setRole(admin, 'viewer', admin)).status).toBe(200);
  });

  test.each([{}, { role: null }, { role: 'owner' }])('must be one of three: %j', async (body) => {
    const path = `${roster()}/${await memberId(owner)}`;
    const answer = await server.request('PATCH', path, { as: owner, body });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0].field).toBe('body.role');
  });

  test('is not that of an invite', async () => {
    for (const method of ['PATCH', 'DELETE']) {
      const body = { role: 'editor' };
      const answer = await server.request(method, `${roster()}/${randomUUID()}`, { as: owner, body });
      expect(answer.status).toBe(404);
    }
  });
});

describe('a removed member', () => {
  test('loses the workspace and the keys created there, and no others', async () => {
    const member = await join('editor');
    const [key, colleague] = [await createKey(server, member), await createKey(server, owner)];
    const own = await createKey(server, { ...member, workspace_id: await personalOf(member) });
    const answer = await remove(member);
    expect([answer.status, answer.body.data]).toEqual([200, {}]);
    await until(async () => (await server.request('GET', roster(), { as: member })).status === 404, 2_000);
    const whoami = (as: { token: string }) => server.request('GET', '/api/v1/auth/whoami', { as });
    await until(async () => (await whoami(key)).status === 401, 2_000);
    expect((await whoami(key)).body.error.code).toBe('INVALID_API_KEY');
    expect([(await whoami(colleague)).status, (await whoami(own)).status]).toEqual([200, 200]);
  });

  test('does not get the old keys back with a new membership', async () => {
    const member = await join('editor');
    const key = await createKey(server, member);
    await remove(member);
    await server.app.db
      .insertInto('workspace_member')
      .values({
        id: newId(),
        workspace_id: owner.workspace_id,
        user_id: member.user_id,
        role: 'admin',
        created_at: new Date(),
      })
      .execute();
    const whoami = () => server.request('GET', '/api/v1/auth/whoami', { as: key });
    await until(async () => (await whoami()).status === 401, 2_000);
    const path = `/api/v1/api-keys/${key.id}`;
    const { body } = await server.request('GET', path, { as: owner });
    expect(body.data).toMatchObject({ active: false, revoked_at: expect.any(String) });
  });

  test('is not found a second time', async () => {
    const member = await join('viewer');
    const path = `${roster()}/${await memberId(member)}`;
    const statuses = [];
    for (let times = 0; times < 2; times++) {
      statuses.push((await server.request('DELETE', path, { as: owner })).status);
    }
    expect(statuses).toEqual([200, 404]);
  });

  test('is never the owner', async () => {
    const admin = await join('admin');
    const { status, body } = await remove(owner, admin);
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('can be an admin who removes themselves', async () => {
    const admin = await join('admin');
    expect((await remove(admin, admin)).status).toBe(200);
  });
});

async function personalOf({ token }: Member): Promise<string> {
  const { body } = await server.request('GET', '/api/v1/auth/whoami', { as: { token } });
  return body.data.workspace_id;
}
