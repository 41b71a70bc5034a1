import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { inviteToken, limitSeats, mailsTo } from '../support/mail.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;

let server: TestApp;
let owner: Member;
let elapsed_ms = 0;

beforeAll(async () => {
  server = await startTestApp({ clock: () => new Date(Date.now() + elapsed_ms) });
});
beforeEach(async () => {
  elapsed_ms = 0;
  await limitSeats(server, 'unlimited');
  owner = await createMember(server, { email: anyone() });
});
afterAll(() => server.close());

const anyone = () => `${randomUUID()}@example.com`;
const invites = (id = owner.workspace_id) => `/api/v1/workspaces/${id}/invites`;
const invite = (email: string, role = 'editor', as = owner) =>
  server.request('POST', invites(), { as, body: { email, role } });
const invited = async (email: string): Promise<string> => (await invite(email)).body.data.id;
const accept = (token: string, as: { token: string }) =>
  server.request('POST', `/api/v1/workspaces/invites/${token}/accept`, { as: { token: as.token } });
const change = (id: string, role: string, as = owner) =>
  server.request('PATCH', `${invites()}/${id}`, { as, body: { role } });
const revoke = (id: string, as = owner) => server.request('DELETE', `${invites()}/${id}`, { as });
const members = () =>
  server.app.db
    .selectFrom('workspace_member')
    .selectAll()
    .where('workspace_id', '=', owner.workspace_id)
    .execute();
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

describe('an invite', () => {
  test('is valid for 14 days, names its creator, and ignores the case of the address', async () => {
    const email = anyone();
    const { status, body } = await invite(email.toUpperCase(), 'viewer');
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(String),
      email,
      role: 'viewer',
      status: 'pending',
      expires_at: expect.any(String),
      invited_by: owner.user_id,
      created_at: expect.any(String),
    });
    expect(Date.parse(body.data.expires_at) - Date.parse(body.data.created_at)).toBe(14 * DAY_MS);
  });

  test('has a token that is only in the email: not in the response, the database or the log', async () => {
    const lines: string[] = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    const loud = await startTestApp({ logTo });
    try {
      await limitSeats(loud, 5);
      const [admin, email] = [await createMember(loud), anyone()];
      const path = `/api/v1/workspaces/${admin.workspace_id}/invites`;
      const answer = await loud.request('POST', path, { as: admin, body: { email, role: 'viewer' } });
      const stored = await loud.app.db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow();
      const token = await inviteToken(loud, email);
      await accept(token, admin);
      const row = await loud.app.db.selectFrom('workspace_invite').selectAll().executeTakeFirstOrThrow();
      expect(row.token_hash).toEqual(createHash('sha256').update(token).digest());
      expect(stored.content?.toString('latin1')).not.toContain(token);
      expect(answer.text + JSON.stringify(row)).not.toContain(token);
      const kept = await loud.app.db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow();
      expect(kept).toMatchObject({ content: null, sent_at: expect.any(Date) });
      await until(async () => lines.some((line) => line.includes('"mail sent"')));
      expect(lines.join('')).not.toContain(token);
    } finally {
      await loud.close();
    }
  });

  test('names workspace, inviter and role in the email, as plain text', async () => {
    const token = await server.token({ email: anyone(), given_name: 'Ada', family_name: '<b>Lovelace</b>' });
    const { body } = await server.request('GET', '/api/v1/auth/whoami', { as: { token } });
    const { workspace_id } = body.data;
    const path = `/api/v1/workspaces/${workspace_id}`;
    await server.request('PATCH', path, { as: { token }, body: { name: 'Sound & Söhne' } });
    const email = anyone();
    await server.request('POST', invites(workspace_id), { as: { token }, body: { email, role: 'admin' } });
    const [mail = ''] = await mailsTo(server, email);
    expect(mail).toContain('Ada <b>Lovelace</b> invites you to the workspace "Sound & Söhne"');
    expect(mail).toContain('Ada &lt;b&gt;Lovelace&lt;/b&gt; invites you');
    expect(mail).toContain('Sound &amp; Söhne');
    expect(mail).toContain('as an admin');
  });

  test('links to the studio of the service, or to the address in APP_URL', async () => {
    const linkWith = async (app_url: string | undefined) => {
      const email = anyone();
      server.app.config.app_url = app_url;
      await invite(email).finally(() => {
        server.app.config.app_url = undefined;
      });
      return /<a href="([^"]+)\/invites\/\w{43}">/.exec((await mailsTo(server, email))[0] ?? '')?.[1];
    };
    expect(await linkWith(undefined)).toBe(`${server.url}/studio`);
    expect(await linkWith('https://app.example.com')).toBe('https://app.example.com');
  });

  test('names the API call if nobody can sign in to the studio', async () => {
    const email = anyone();
    const auth = { issuer: 'https://id.example.com', audience: 'voices', jwks_url: undefined };
    server.app.config.auth = { ...auth, max_token_age_s: 86_400 };
    await invite(email).finally(() => {
      server.app.config.auth = undefined;
    });
    const [mail] = await mailsTo(server, email);
    expect(mail).toContain(`POST ${server.url}/api/v1/workspaces/invites/`);
    expect(mail).not.toContain('/studio');
  });

  test.each([
    [{ email: 'x@example.com' }, 'body.role'],
    [{ role: 'viewer' }, 'body.email'],
    [{ email: 'x@example.com', role: 'owner' }, 'body.role'],
    [{ email: 'not an address', role: 'viewer' }, 'body.email'],
    [{ email: 'a@example.com\nBcc: b@example.com', role: 'viewer' }, 'body.email'],
    [{ email: `${'x'.repeat(250)}@example.com`, role: 'viewer' }, 'body.email'],
  ])('is rejected for %j at %s', async (body, field) => {
    const answer = await server.request('POST', invites(), { as: owner, body });
    expect(answer.status).toBe(422);
    expect(answer.body.error.details.map((fault: { field: string }) => fault.field)).toContain(field);
  });

  test('is not created for a member', async () => {
    const email = anyone();
    await createMember(server, { workspace_id: owner.workspace_id, email });
    expect(codeOf(await invite(email.toUpperCase()))).toEqual([409, 'ALREADY_MEMBER']);
  });

  test('is not created twice before the first ends, also not by many requests at once', async () => {
    const email = anyone();
    const answers = await Promise.all(Array.from({ length: 5 }, () => invite(email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(codeOf(await invite(email))).toEqual([409, 'INVITE_PENDING']);
    expect((await mailsTo(server, email)).length).toBe(1);
    await revoke(answers.find(({ status }) => status === 201)?.body.data.id);
    expect((await invite(email)).status).toBe(201);
    elapsed_ms = 14 * DAY_MS + 1_000;
    const token = await server.token({ now: new Date(Date.now() + elapsed_ms) });
    const late = { ...owner, token };
    const { body } = await server.request('GET', '/api/v1/auth/whoami', { as: { token: late.token } });
    await createAdmin(body.data.user_id);
    expect((await invite(email, 'viewer', late)).status).toBe(201);
  });

  test('that is repeated with an Idempotency-Key is one invite and one email', async () => {
    const email = anyone();
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { email, role: 'viewer' };
    const send = () => server.request('POST', invites(), { as: owner, body, headers });
    const [first, second] = [await send(), await send()];
    expect(second.text).toBe(first.text);
    expect((await mailsTo(server, email)).length).toBe(1);
  });

  test('takes a seat of the plan, like a member', async () => {
    await limitSeats(server, 3);
    await createMember(server, { workspace_id: owner.workspace_id });
    const answers = await Promise.all(Array.from({ length: 4 }, () => invite(anyone())));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 402, 402, 402]);
    expect(codeOf(await invite(anyone()))).toEqual([402, 'PLAN_LIMIT_REACHED']);
    await revoke(answers.find(({ status }) => status === 201)?.body.data.id);
    expect((await invite(anyone())).status).toBe(201);
  });

  test('is not created on a plan with one seat', async () => {
    await limitSeats(server, 1);
    expect(codeOf(await invite(anyone()))).toEqual([402, 'PLAN_LIMIT_REACHED']);
  });
});

describe('an open invite', () => {
  test('gets another role, which the member then has', async () => {
    const email = anyone();
    const id = await invited(email);
    const { status, body } = await change(id, 'viewer');
    expect([status, body.data.role, body.data.id]).toEqual([200, 'viewer', id]);
    const guest = await createMember(server, { email });
    await accept(await inviteToken(server, email), guest);
    expect((await members()).find(({ user_id }) => user_id === guest.user_id)?.role).toBe('viewer');
  });

  test('can be revoked repeatedly, and then cannot be accepted', async () => {
    const email = anyone();
    const id = await invited(email);
    for (let times = 0; times < 2; times++) {
      const { status, body } = await revoke(id);
      expect([status, body.data]).toEqual([200, {}]);
    }
    expect(codeOf(await change(id, 'viewer'))).toEqual([410, 'INVITE_GONE']);
    const guest = await createMember(server, { email });
    expect(codeOf(await accept(await inviteToken(server, email), guest))).toEqual([410, 'INVITE_GONE']);
  });

  test('of another workspace is not found', async () => {
    const id = await invited(anyone());
    const other = await createMember(server);
    for (const method of ['PATCH', 'DELETE']) {
      const path = `${invites(other.workspace_id)}/${id}`;
      const answer = await server.request(method, path, { as: other, body: { role: 'admin' } });
      expect(answer.status).toBe(404);
    }
  });
});

describe('a received invite', () => {
  const read = (token: string, as: { token: string }) =>
    server.request('GET', `/api/v1/invites/${token}`, { as: { token: as.token } });

  test('shows the invited person who invites them to which workspace, before and after they accept', async () => {
    const email = anyone();
    const ada = await server.token({ email: anyone(), given_name: 'Ada', family_name: 'Winter' });
    const whoami = await server.request('GET', '/api/v1/auth/whoami', { as: { token: ada } });
    const { workspace_id } = whoami.body.data;
    await server.request('POST', invites(workspace_id), {
      as: { token: ada },
      body: { email, role: 'viewer' },
    });
    const token = await inviteToken(server, email);
    const guest = await createMember(server, { email: email.toUpperCase() });
    const { status, body } = await read(token, guest);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      workspace_id,
      workspace_name: "Ada's workspace",
      inviter_name: 'Ada Winter',
      email,
      role: 'viewer',
      status: 'pending',
      expires_at: expect.any(String),
      caller_email: email.toUpperCase(),
      is_for_caller: true,
      is_member: false,
    });
    await accept(token, guest);
    expect((await read(token, guest)).body.data).toMatchObject({ status: 'accepted', is_member: true });
  });

  test('shows another person that it is not for them', async () => {
    const email = anyone();
    await invited(email);
    const token = await inviteToken(server, email);
    const other = await createMember(server, { email: anyone() });
    expect((await read(token, other)).body.data).toMatchObject({ email, is_for_caller: false });
    const nameless = await createMember(server);
    expect((await read(token, nameless)).body.data).toMatchObject({
      caller_email: null,
      is_for_caller: false,
    });
    await server.app.db
      .updateTable('app_user')
      .set({ email, email_verified: false })
      .where('id', '=', nameless.user_id)
      .execute();
    expect((await read(token, nameless)).body.data).toMatchObject({
      caller_email: email,
      is_for_caller: false,
    });
  });

  test('shows that it was revoked or has expired', async () => {
    const email = anyone();
    const id = await invited(email);
    const token = await inviteToken(server, email);
    await revoke(id);
    const guest = await createMember(server, { email });
    expect((await read(token, guest)).body.data.status).toBe('revoked');
    await invited(email);
    const next = await inviteToken(server, email);
    elapsed_ms = 14 * DAY_MS;
    const late = await server.token({ email, now: new Date(Date.now() + elapsed_ms) });
    expect((await read(next, { token: late })).body.data.status).toBe('expired');
  });

  test('shows no names after its end, and its address only to the invited person', async () => {
    const email = anyone();
    const id = await invited(email);
    const token = await inviteToken(server, email);
    await revoke(id);
    const noNames = { workspace_name: '', inviter_name: '', status: 'revoked' };
    const guest = await createMember(server, { email });
    expect((await read(token, guest)).body.data).toMatchObject({ ...noNames, email });
    const other = await createMember(server, { email: anyone() });
    expect((await read(token, other)).body.data).toMatchObject({ ...noNames, email: '' });
    expect((await read(token, owner)).body.data).toMatchObject({ is_member: true, email });
  });

  test('is not found with another token, and gone with its workspace', async () => {
    const email = anyone();
    await invited(email);
    const token = await inviteToken(server, email);
    const guest = await createMember(server, { email });
    expect(codeOf(await read('a'.repeat(43), guest))).toEqual([404, 'NOT_FOUND']);
    await server.app.db
      .updateTable('workspace')
      .set({ deleted_at: new Date() })
      .where('id', '=', owner.workspace_id)
      .execute();
    expect(codeOf(await read(token, guest))).toEqual([410, 'INVITE_GONE']);
  });
});

describe('declining', () => {
  const decline = (token: string, as: { token: string }) =>
    server.request('POST', `/api/v1/workspaces/invites/${token}/decline`, { as: { token: as.token } });

  test('ends the invite for the invited person, twice as once, and frees its seat', async () => {
    const email = anyone();
    await invited(email);
    const [guest, token] = [await createMember(server, { email }), await inviteToken(server, email)];
    for (let times = 0; times < 2; times++) {
      const { status, body } = await decline(token, guest);
      expect([status, body.data]).toEqual([200, {}]);
    }
    const roster = await server.request('GET', `/api/v1/workspaces/${owner.workspace_id}/members`, {
      as: owner,
    });
    expect(roster.body.data.map((member: { email: string }) => member.email)).not.toContain(email);
    expect(codeOf(await accept(token, guest))).toEqual([410, 'INVITE_GONE']);
    const path = `/api/v1/invites/${token}`;
    const { body } = await server.request('GET', path, { as: { token: guest.token } });
    expect(body.data).toMatchObject({ status: 'declined', workspace_name: '' });
    // Another invite may follow.
    await invited(email);
  });

  test('is logged with the address alone', async () => {
    const email = anyone();
    await invited(email);
    await decline(await inviteToken(server, email), await createMember(server, { email }));
    const { body } = await server.request('GET', '/api/v1/usage/activity', { as: owner });
    expect(body.data[0]).toMatchObject({ kind: 'invite_declined', user: null, resource: { name: email } });
  });

  test('is only possible for the person with the address, and only before accepting', async () => {
    const email = anyone();
    await invited(email);
    const token = await inviteToken(server, email);
    const other = await createMember(server, { email: anyone() });
    for (const who of [other, owner]) expect(codeOf(await decline(token, who))).toEqual([403, 'FORBIDDEN']);
    const guest = await createMember(server, { email });
    await accept(token, guest);
    expect(codeOf(await decline(token, guest))).toEqual([410, 'INVITE_GONE']);
    expect(codeOf(await decline('a'.repeat(43), guest))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('accepting', () => {
  test('makes the invited person a member with the role, and returns the workspace', async () => {
    const email = anyone();
    const id = await invited(email);
    const guest = await createMember(server, { email: email.toUpperCase() });
    const { status, body } = await accept(await inviteToken(server, email), guest);
    expect([status, body.data]).toEqual([200, { workspace_id: owner.workspace_id }]);
    const path = `/api/v1/workspaces/${owner.workspace_id}/members`;
    const { body: roster } = await server.request('GET', path, { as: guest });
    expect(roster.data[0]).toMatchObject({ user_id: guest.user_id, role: 'editor', status: 'active' });
    expect(roster.data.length).toBe(2);
    expect(codeOf(await revoke(id))).toEqual([410, 'INVITE_GONE']);
  });

  test('works once', async () => {
    const email = anyone();
    await invited(email);
    const [guest, token] = [await createMember(server, { email }), await inviteToken(server, email)];
    await accept(token, guest);
    expect(codeOf(await accept(token, guest))).toEqual([410, 'INVITE_GONE']);
  });

  test('fifty times at once makes one member', async () => {
    const email = anyone();
    await invited(email);
    const [guest, token] = [await createMember(server, { email }), await inviteToken(server, email)];
    const answers = await Promise.all(Array.from({ length: 50 }, () => accept(token, guest)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(1);
    expect(statuses.filter((status) => status === 410).length).toBe(49);
    expect((await members()).filter(({ user_id }) => user_id === guest.user_id).length).toBe(1);
  });

  test('is only possible for the person with the address, if it is verified', async () => {
    const email = anyone();
    await invited(email);
    const token = await inviteToken(server, email);
    const other = await createMember(server, { email: anyone() });
    const nameless = await createMember(server);
    // Stored from an earlier token whose address was not verified. Later tokens have no address.
    await server.app.db
      .updateTable('app_user')
      .set({ email, email_verified: false })
      .where('id', '=', nameless.user_id)
      .execute();
    for (const who of [other, nameless, owner]) {
      expect(codeOf(await accept(token, who))).toEqual([403, 'FORBIDDEN']);
    }
    expect((await members()).length).toBe(1);
    expect((await accept(token, await createMember(server, { email }))).status).toBe(200);
  });

  test('needs a valid token', async () => {
    const guest = await createMember(server, { email: anyone() });
    expect(codeOf(await accept('a'.repeat(43), guest))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await accept('short', guest))).toEqual([422, 'VALIDATION_ERROR']);
  });

  test('is not possible after 14 days', async () => {
    const email = anyone();
    await invited(email);
    const token = await inviteToken(server, email);
    elapsed_ms = 14 * DAY_MS;
    const late = await server.token({ email, now: new Date(Date.now() + elapsed_ms) });
    expect(codeOf(await accept(token, { token: late }))).toEqual([410, 'INVITE_GONE']);
  });

  test('is not possible after the workspace was deleted', async () => {
    const email = anyone();
    await invited(email);
    const token = await inviteToken(server, email);
    await server.app.db
      .updateTable('workspace')
      .set({ deleted_at: new Date() })
      .where('id', '=', owner.workspace_id)
      .execute();
    expect(codeOf(await accept(token, await createMember(server, { email })))).toEqual([410, 'INVITE_GONE']);
  });

  test('changes nothing for a person who already is a member', async () => {
    const email = anyone();
    await invited(email);
    const guest = await createMember(server, { workspace_id: owner.workspace_id, role: 'viewer', email });
    const answer = await accept(await inviteToken(server, email), guest);
    expect(codeOf(answer)).toEqual([409, 'ALREADY_MEMBER']);
    expect((await members()).find(({ user_id }) => user_id === guest.user_id)?.role).toBe('viewer');
  });

  test('needs a free seat; of many at once as many join as there are seats', async () => {
    const emails = [anyone(), anyone(), anyone(), anyone()];
    for (const email of emails) await invited(email);
    await limitSeats(server, 3);
    const guests: { token: string; guest: Member }[] = [];
    for (const email of emails) {
      guests.push({ token: await inviteToken(server, email), guest: await createMember(server, { email }) });
    }
    const answers = await Promise.all(guests.map(({ token, guest }) => accept(token, guest)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 402, 402]);
    expect(answers.find(({ status }) => status === 402)?.body.error.code).toBe('PLAN_LIMIT_REACHED');
    expect((await members()).length).toBe(3);
  });

  test('never restores old keys', async () => {
    const email = anyone();
    const guest = await createMember(server, { workspace_id: owner.workspace_id, email });
    const key = await createKey(server, guest);
    // As if the key had been created at the moment of the removal.
    await server.app.db
      .deleteFrom('workspace_member')
      .where('user_id', '=', guest.user_id)
      .where('workspace_id', '=', owner.workspace_id)
      .execute();
    await invited(email);
    expect((await accept(await inviteToken(server, email), guest)).status).toBe(200);
    const whoami = () => server.request('GET', '/api/v1/auth/whoami', { as: { token: key.token } });
    await until(async () => (await whoami()).status === 401, 2_000);
  });
});

async function createAdmin(userId: string): Promise<void> {
  const row = { id: randomUUID(), workspace_id: owner.workspace_id, user_id: userId, role: 'admin' };
  await server.app.db
    .insertInto('workspace_member')
    .values({ ...row, created_at: new Date() })
    .execute();
}
