import { randomUUID } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '../../src/features/credits/check-ledgers.ts';
import { buildOwnRows, readDataTables } from '../../src/features/users/export/index.ts';
import { type ErasureTarget, erase } from '../../src/features/users/index.ts';
import { newId } from '../../src/ids.ts';
import { deleteJobs } from '../../src/jobs/index.ts';
import { admin } from '../support/admin.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { withCrash } from '../support/crashing-db.ts';
import { shortPipeline } from '../support/definitions.ts';
import { liftLimits } from '../support/example-scene.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { fillWorkspace, review } from '../support/filled-workspace.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await liftLimits(server);
});
afterAll(() => server.close());

interface Person extends Member {
  email: string;
  name: string;
}

async function createPerson(): Promise<Person> {
  const mark = randomUUID();
  const email = `ada-${mark}@example.com`;
  const member = await createMember(server, { email });
  const names = { first_name: 'Ada', last_name: `Lovelace ${mark}` };
  await server.app.db.updateTable('app_user').set(names).where('id', '=', member.user_id).execute();
  return { ...member, email, name: `Ada ${names.last_name}` };
}

/** Every table and object that contains one of these texts. This search is independent of the schema. */
async function placesOf(...texts: string[]): Promise<string[]> {
  const { db, storage } = server.app;
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss') order by 1`.execute(db);
  const places: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.raw(name)} t
      where t::text ilike any(${texts.map((text) => `%${text}%`)}) limit 1`.execute(db);
    if (rows.length > 0) places.push(name.replace('public.', ''));
  }
  const { keys } = await storage.list('');
  return [...places, ...keys.filter((key) => texts.some((text) => key.includes(text)))];
}

/** Creates a workflow with an Idempotency-Key, so that the service stores the encrypted response. */
async function createWithKey(as: Member, key: string = randomUUID()): Promise<void> {
  expect((await postWithKey(as, key)).status).toBe(201);
}

const SECRET = { name: 'Secret plot', definition: shortPipeline({ text: 'Nobody may read this.' }) };

function postWithKey(as: Member, key: string) {
  const body = SECRET;
  return server.request('POST', '/api/v1/workflows', { as, body, headers: { 'idempotency-key': key } });
}

async function storedResponses(...people: Member[]): Promise<number> {
  const callers = people.map(({ user_id }) => `user:${user_id}`);
  const rows = server.app.db.selectFrom('idempotency_key').select('key').where('caller', 'in', callers);
  return (await rows.where('response_body', 'is not', null).execute()).length;
}

/** All rows of a person and the person's workspace, as text. */
async function contentOf({ user_id, workspace_id }: Member): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const table of await readDataTables(server.app.db)) {
    const rows = buildOwnRows(table, { user_id, workspace_ids: [workspace_id] });
    if (!rows) continue;
    const found = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(table.name)} t where ${rows} order by 1`.execute(
      server.app.db,
    );
    content[table.name] = found.rows.map(({ row }) => row);
  }
  return content;
}

/** The IDs of all rows of a person, except for the ledgers and the pseudonym. */
async function idsOf(member: Member): Promise<string[]> {
  const { credit_entry: _, ...content } = await contentOf(member);
  const rows = Object.values(content).flat();
  return rows
    .map((row) => JSON.parse(row).id)
    .filter((id) => typeof id === 'string' && id !== member.user_id);
}

const countsOf = (content: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(content).map(([table, rows]) => [table, rows.length]));

async function moneyOf({ user_id }: Member): Promise<unknown> {
  const { db } = server.app;
  const entries = db.selectFrom('credit_entry').selectAll().where('account_id', '=', user_id).orderBy('id');
  const account = db.selectFrom('credit_account').select(['balance', 'held', 'spent']);
  return [await entries.execute(), await account.where('user_id', '=', user_id).execute()];
}

/** The differences that the ledger checks find. Runs that a test inserts can have takes without entries. */
async function differences(): Promise<string[]> {
  const found: string[] = [];
  for (const ledger of ['accounts', 'storage', 'runs', 'takes'] as const) {
    const { named } = await checkLedger(server.app.db, ledger);
    found.push(...named.map(({ id, figure }) => `${ledger} ${id} ${figure}`));
  }
  return found;
}

async function startRun(member: Member): Promise<void> {
  const body = { name: 'Running', definition: shortPipeline({ text: 'Hello.' }) };
  const made = await server.request('POST', '/api/v1/workflows', { as: member, body });
  const path = `/api/v1/workflows/${made.body.data.id}/runs`;
  expect((await server.request('POST', path, { as: member, body: {} })).status).toBeLessThan(300);
}

async function join(member: Member, workspace_id: string, role = 'editor'): Promise<Member> {
  const place = { workspace_id, user_id: member.user_id, role };
  const row = { id: newId(), ...place, created_at: new Date() };
  await server.app.db.insertInto('workspace_member').values(row).execute();
  return { ...member, workspace_id };
}

/** Creates a share link and a webhook endpoint, which stay active after the person has left. */
function openDoors(member: Member, review_id: string): Promise<string[]> {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const link = { label: 'For the client', permission: 'comment', expires_at };
  const webhook = { url: 'https://example.com/events', events: ['run.completed'] };
  const create = async (path: string, body: object) => {
    const made = await server.request('POST', `/api/v1/${path}`, { as: member, body });
    expect(made.status).toBe(201);
    return made.body.data.id ?? made.body.data.link.id;
  };
  return Promise.all([create(`reviews/${review_id}/links`, link), create('webhook-endpoints', webhook)]);
}

async function subjectOf({ user_id }: Member): Promise<string> {
  const user = server.app.db.selectFrom('app_user').select('subject').where('id', '=', user_id);
  return (await user.executeTakeFirstOrThrow()).subject;
}

async function invite(member: Member, email: string): Promise<void> {
  const body = { email, role: 'viewer' };
  const sent = await server.request('POST', `/api/v1/workspaces/${member.workspace_id}/invites`, {
    as: member,
    body,
  });
  expect(sent.status, sent.text).toBeLessThan(300);
}

const eraseUser = (id: string, ...options: string[]) =>
  admin(server, ['users', 'erase', id, '--yes', '--json', '--reason', 'Request of May 4', ...options]);

const erasureOf = (target: ErasureTarget) => ({
  target,
  with_shared: false,
  operator: { name: 'ada', reason: null },
  now: new Date(),
  timeout_ms: 0,
  poll_ms: 0,
});

test('no data of an erased person remains, other data stays, and no ledger entry changes', async () => {
  const { db } = server.app;
  const [ada, grace, stranger] = [await createPerson(), await createPerson(), await createPerson()];
  await fillWorkspace({ server, member: ada });
  const team = await fillWorkspace({ server, member: grace });
  await fillWorkspace({ server, member: stranger });
  await startRun(ada);
  // In Grace's workspace, Ada has a role, a key, a comment, a decision and a run. A stranger has invited Ada.
  const guest = await join(ada, grace.workspace_id, 'admin');
  const key = await createKey(server, guest);
  const [link, webhook] = await openDoors(guest, team.review_id);
  await review({ server, member: guest }, team.review_id);
  await startRun(guest);
  await invite(stranger, ada.email);
  const [before, others, checked] = [await contentOf(grace), await contentOf(stranger), await differences()];
  const ids = await idsOf(ada);

  const preview = await admin(server, ['users', 'erase', ada.user_id, '--json']);
  expect(preview.json).toMatchObject({
    dry_run: true,
    workspace_ids: [ada.workspace_id],
    shared: [],
    keys_elsewhere: [{ id: key.id, workspace_id: grace.workspace_id }],
    links_elsewhere: [{ id: link, name: 'For the client' }],
    webhooks_elsewhere: [{ id: webhook, name: 'https://example.com/events' }],
    emails: [ada.email],
    obstacle: null,
    open_runs: 1,
    processor_customer_id: null,
  });
  expect(preview.json.rows).toMatchObject({ workspace: 1, run: 3 });
  for (const kept of ['app_user', 'credit_account', 'credit_entry'])
    expect(preview.json.rows).not.toHaveProperty(kept);
  const { output } = await admin(server, ['users', 'erase', ada.user_id]);
  expect(output).toContain('It would cancel 1 run in progress.\nIt would revoke the API key "');
  expect(output).toContain(`stay, as "Erased user" with the ID ${ada.user_id}.`);
  expect(output).toContain(`The share link "For the client" (${link}) in "`);
  expect(output).toContain(`The webhook endpoint "https://example.com/events" (${webhook}) in "`);
  expect(output).toContain(`Addresses of the person: ${ada.email}.`);
  expect(preview.json.objects).toBeGreaterThan(0);
  expect(await contentOf(grace)).toEqual(before);

  const { json, errors } = await eraseUser(ada.user_id);
  expect(errors).toBe('');
  expect(json).toMatchObject({ dry_run: false, rows: preview.json.rows, mentions: [] });
  expect(await placesOf(ada.email, ada.name)).toEqual([]);
  expect(await placesOf(...ids)).toEqual(['credit_entry']);
  expect(checked).toEqual(expect.arrayContaining(await differences()));

  const [after, otherAfter] = [await contentOf(grace), await contentOf(stranger)];
  // The invitation, and its address in the activity log.
  expect(countsOf(otherAfter)).toEqual({ ...countsOf(others), workspace_invite: 1 });
  expect(otherAfter).toEqual({ ...others, workspace_invite: expect.anything(), activity: expect.anything() });
  expect(countsOf(after)).toEqual({ ...countsOf(before), workspace_member: 1 });
  const [comment] = (after.review_comment ?? []).filter((row) => row.includes(ada.user_id));
  const actor = { kind: 'user', id: ada.user_id, name: 'Erased user' };
  expect(JSON.parse(comment ?? '')).toMatchObject({ body: 'Too fast here.', actor });
  expect((await server.request('GET', '/api/v1/voices', { as: { token: key.token } })).status).toBe(401);

  const user = db.selectFrom('app_user').selectAll().where('id', '=', ada.user_id);
  const identity = { issuer: 'erased', subject: ada.user_id, email: null, last_name: 'user' };
  expect(await user.executeTakeFirst()).toMatchObject(identity);
  const log = db.selectFrom('activity').selectAll().where('workspace_id', '=', ada.user_id);
  const metadata = { operator: 'ada', reason: 'Request of May 4', objects: json.objects };
  const [suspended, erased] = await log.orderBy('created_at').orderBy('id').execute();
  expect(suspended).toMatchObject({ kind: 'user_suspended', resource_name: null });
  expect(erased).toMatchObject({ kind: 'user_erased', user_id: null, metadata });
  const again = await eraseUser(ada.user_id);
  expect(again).toMatchObject({ code: 1, errors: 'The person has already been erased.\n' });
});

test('earlier addresses of a person are erased too', async () => {
  const [ada, grace] = [await createPerson(), await createPerson()];
  await invite(grace, ada.email);
  const email = `new-${ada.email}`;
  const renamed = await server.token({ sub: await subjectOf(ada), email });
  expect((await server.request('GET', '/api/v1/auth/whoami', { as: { token: renamed } })).status).toBe(200);
  const found = await admin(server, ['users', 'find', ada.email, '--json']);
  expect(found.json.users).toMatchObject([{ id: ada.user_id, email }]);
  const preview = await admin(server, ['users', 'erase', ada.user_id]);
  expect(preview.output).toContain(`Addresses of the person: ${email}, ${ada.email}.`);
  expect((await eraseUser(ada.user_id)).errors).toBe('');
  expect(await placesOf(ada.email)).toEqual([]);
});

test('a token from before the erasure is rejected, even after a later one has created an empty account', async () => {
  const { db } = server.app;
  const ada = await createPerson();
  const sub = await subjectOf(ada);
  const rejected = { status: 401, text: expect.stringContaining('was erased') };
  const whoami = (token: string) => server.request('GET', '/api/v1/auth/whoami', { as: { token } });
  const erasedAt = (erased_at: Date) =>
    db.updateTable('app_user').set({ erased_at }).where('id', '=', ada.user_id).execute();
  const token = await server.token({ sub, email: ada.email });
  expect((await eraseUser(ada.user_id)).errors).toBe('');
  expect(await whoami(token)).toMatchObject(rejected);
  expect(await placesOf(ada.email)).toEqual([]);
  await erasedAt(new Date(Date.now() - 600_000));
  const { body } = await whoami(token);
  expect(body.data.user_id).not.toBe(ada.user_id);
  // The new account does not change that.
  await erasedAt(new Date());
  expect(await whoami(await server.token({ sub, email: `former-${ada.email}` }))).toMatchObject(rejected);
  expect(await placesOf(`former-${ada.email}`)).toEqual([]);
});

test('a token that was issued during an erasure is rejected too', async () => {
  const ada = await createPerson();
  const token = await server.token({ sub: await subjectOf(ada), email: ada.email });
  const now = new Date(Date.now() - 300_000);
  await erase(server.app, { ...erasureOf({ type: 'user', id: ada.user_id }), now });
  expect((await server.request('GET', '/api/v1/auth/whoami', { as: { token } })).status).toBe(401);
});

test('an interrupted erasure still finds the name in what operators wrote', async () => {
  const ada = await createPerson();
  await admin(server, ['suspend', 'user', ada.user_id, '--yes', '--reason', `Complaint about ${ada.name}`]);
  const erasure = erasureOf({ type: 'user', id: ada.user_id });
  let lists = 0;
  const list: typeof server.app.storage.list = (...args) =>
    lists++ === 0 ? server.app.storage.list(...args) : Promise.reject(new Error('away'));
  const failing = { ...server.app.storage, list };
  await expect(erase({ ...server.app, storage: failing }, erasure)).rejects.toThrow('away');
  await erase(server.app, erasure);
  expect(await placesOf(ada.name, ada.email)).toEqual([]);
});

test('what operators did stays in the log, without names, even after several erasures', async () => {
  const ada = await createPerson();
  const made = await server.request('POST', '/api/v1/workspaces', { as: ada, body: { name: 'Second' } });
  const { id } = made.body.data as { id: string };
  await server.request('POST', '/api/v1/workspaces', { as: ada, body: { name: 'Third' } });
  await admin(server, ['suspend', 'workspace', id, '--yes', '--reason', `Asked by ${ada.email}`]);
  const erasing = ['workspaces', 'erase', id, '--yes', '--reason', 'Request of May 3'];
  expect((await admin(server, erasing)).errors).toBe('');
  expect((await eraseUser(ada.user_id)).errors).toBe('');
  const { json } = await admin(server, ['activity', 'list', '--json']);
  const actions = json.actions.filter(
    (action: { workspace_id: string }) => action.workspace_id === ada.user_id,
  );
  expect(actions.map(({ kind, reason }: { kind: string; reason: string | null }) => [kind, reason])).toEqual([
    ['user_erased', 'Request of May 4'],
    ['user_suspended', 'Request of May 4'],
    ['workspace_erased', 'Request of May 3'],
    ['workspace_suspended', null],
  ]);
  expect(await placesOf(ada.email, ada.name)).toEqual([]);
});

test('an erasure killed at any point is completed by the same command, and the ledgers agree meanwhile', async () => {
  const ada = await createPerson();
  await fillWorkspace({ server, member: ada });
  await startRun(ada);
  const before = await differences();
  const { db } = server.app;
  const entriesOf = db.selectFrom('credit_entry').selectAll().where('account_id', '=', ada.user_id);
  const entries = await entriesOf.execute();
  const url = server.app.config.database_url ?? '';
  let crashes = 0;
  for (let isDone = false; !isDone; crashes++) {
    // Each attempt gets further than the one before.
    const attempt = withCrash(url, 60 + 75 * crashes, (db) =>
      erase({ ...server.app, db }, erasureOf({ type: 'user', id: ada.user_id })),
    );
    isDone = await attempt.then(
      () => true,
      (error: Error) => {
        expect(error.message).toMatch(/crash|Connection terminated|connection error/);
        return false;
      },
    );
    expect(before, String(crashes)).toEqual(expect.arrayContaining(await differences()));
    expect(await entriesOf.execute()).toEqual(expect.arrayContaining(entries));
  }
  expect(crashes).toBeGreaterThan(4);
  expect(await placesOf(ada.email, ada.name)).toEqual([]);
  expect(await placesOf(ada.workspace_id)).toEqual(['credit_entry']);
});

test('a busy worker, a failing bucket and an unreadable email stop an erasure, which can be repeated', async () => {
  const ada = await createPerson();
  const { run } = await fillWorkspace({ server, member: ada });
  const { app } = server;
  const erasure = erasureOf({ type: 'user', id: ada.user_id });
  await app.queue.add(app.db, { name: 'run.notification' }, [{ id: run.id }]);
  await sql`update pgboss.job set state = 'active' where id = ${run.id}`.execute(app.db);
  await expect(erase(app, erasure)).rejects.toThrow('Workers are still running 1 job.');
  await sql`update pgboss.job set state = 'created' where id = ${run.id}`.execute(app.db);

  const content = Buffer.from('encrypted with another secret');
  const mail = { id: newId(), kind: 'invite', content, created_at: new Date() };
  await app.db.insertInto('mail_outbox').values(mail).execute();
  await expect(erase(app, erasure)).rejects.toThrow('SIGNING_SECRET');
  await app.db.deleteFrom('mail_outbox').where('id', '=', mail.id).execute();

  const removeMany = () => Promise.reject(new Error('The bucket is away.'));
  const away = { ...app, storage: { ...app.storage, removeMany } };
  await expect(erase(away, erasure)).rejects.toThrow('The bucket is away.');
  const removeLate = async (keys: readonly string[]) => {
    await app.queue.add(app.db, { name: 'run.delivery' }, [{ key: ada.workspace_id }]);
    await app.storage.removeMany(keys);
  };
  const late = { ...app, storage: { ...app.storage, removeMany: removeLate } };
  await expect(erase(late, erasure)).rejects.toThrow(/data is left in pgboss\.job\S*\.singleton_key\./);
  const answer = async () => (await server.request('GET', '/api/v1/voices', { as: ada })).text;
  await expect.poll(answer, { timeout: 20_000 }).toContain('SUSPENDED');
  // The queue repeats the keys of jobs that ended seconds ago.
  await sql`update pgboss.queue set singletons_active = ${[ada.workspace_id]} where name = 'run.delivery'`.execute(
    app.db,
  );
  expect(await erase(app, erasure)).toMatchObject({ mentions: [] });
  expect(await placesOf(ada.email)).toEqual([]);
});

test('a workspace is erased without its owner, a shared one only on request, and a personal one never', async () => {
  const [ada, grace] = [await createPerson(), await createPerson()];
  const body = { name: 'Harbor Tales' };
  const made = await server.request('POST', '/api/v1/workspaces', { as: { token: ada.token }, body });
  const team = { ...ada, workspace_id: made.body.data.id as string };
  await fillWorkspace({ server, member: team });
  const guest = await join(grace, team.workspace_id);
  for (const as of [team, guest]) await createWithKey(as);
  const elsewhere = randomUUID();
  await createWithKey(grace, elsewhere);
  expect(await storedResponses(ada, grace)).toBe(3);
  const personal = await admin(server, ['workspaces', 'erase', ada.workspace_id, '--yes']);
  expect(personal).toMatchObject({ code: 1, errors: expect.stringContaining('Erase the user') });
  const money = await moneyOf(ada);
  const command = ['workspaces', 'erase', team.workspace_id, '--json'];
  const { json } = await admin(server, command);
  expect(json.shared).toEqual([{ id: team.workspace_id, name: 'Harbor Tales', members: 1 }]);
  const refused = await eraseUser(ada.user_id);
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('--with-shared') });
  expect((await admin(server, command.slice(0, 3))).output).toContain('needs --with-shared');
  const erased = await admin(server, [...command.slice(0, 3), '--yes', '--with-shared']);
  expect(erased.errors).toBe('');
  expect(erased.output).not.toContain('--with-shared');
  // The owner's activity log records that the workspace was erased.
  expect(await placesOf(team.workspace_id)).toEqual(['activity']);
  expect(await storedResponses(ada, grace)).toBe(0);
  // A request of a member to another workspace does not run again.
  const again = await postWithKey(grace, elsewhere);
  expect(again.body.error).toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: expect.stringContaining('erased'),
  });
  expect(await moneyOf(ada)).toEqual(money);
  const log = await server.request('GET', '/api/v1/usage/activity?type=operator_acted', { as: ada });
  expect(log.body.data[0]).toMatchObject({ kind: 'workspace_erased', resource: { name: null } });
});

test('a person with a current or possible payment, and a reason that names the person, are rejected', async () => {
  const { db } = server.app;
  const ada = await createPerson();
  const named = await admin(server, ['users', 'erase', ada.user_id, '--yes', '--reason', `For ${ada.email}`]);
  expect(named).toMatchObject({ code: 1, errors: expect.stringContaining('must not name') });
  const { id: plan_id } = await db.selectFrom('plan').select('id').executeTakeFirstOrThrow();
  const now = new Date();
  const period = { current_period_start: now, current_period_end: now };
  const times = { fetched_at: now, created_at: now, updated_at: now };
  const customer = { user_id: ada.user_id, processor_customer_id: `cus_${newId()}`, created_at: now };
  const watched_until = new Date(now.getTime() + 3_600_000);
  await db
    .insertInto('billing_customer')
    .values({ ...customer, watched_until })
    .execute();
  const paying = await admin(server, ['users', 'erase', ada.user_id, '--yes']);
  expect(paying).toMatchObject({ code: 1, errors: expect.stringContaining('a checkout stays open') });
  const ids = { id: newId(), user_id: ada.user_id, processor_subscription_id: `sub_${newId()}` };
  const row = { ...ids, plan_id, status: 'active', ...period, ...times };
  await db.insertInto('subscription').values(row).execute();
  const why = expect.stringContaining('Cancel it at the payment');
  const refused = await admin(server, ['users', 'erase', ada.user_id, '--yes']);
  expect(refused).toMatchObject({ code: 1, errors: why });
  const preview = await admin(server, ['users', 'erase', ada.user_id, '--json']);
  expect(preview).toMatchObject({ code: 0, json: { obstacle: why, rows: { workspace: 1 } } });
});

test('texts of others and plans stay unchanged, whatever the name of the person', async () => {
  const [ada, grace] = [await createPerson(), await createPerson()];
  const { db } = server.app;
  const plans = await db.selectFrom('plan').selectAll().orderBy('id').execute();
  // A person's subject at an identity provider can be any text.
  const subject = plans[0]?.name ?? '';
  await db.updateTable('app_user').set({ subject }).where('id', '=', ada.user_id).execute();
  const definition = shortPipeline({ text: `Write to ${ada.email}, says the ${subject}.` });
  const body = { name: `Not h${ada.email}`, definition };
  const made = await server.request('POST', '/api/v1/workflows', { as: grace, body });
  const workflow = db.selectFrom('workflow').selectAll().where('id', '=', made.body.data.id);
  const before = await workflow.execute();
  // Another account can have the same address, so the invitation may be for that person.
  const email = ada.email.toUpperCase();
  await db.updateTable('app_user').set({ email }).where('id', '=', grace.user_id).execute();
  await invite(await createPerson(), ada.email);
  const { json, errors } = await eraseUser(ada.user_id);
  expect(errors).toBe('');
  // These places contain the address only as a part of another one.
  const places = [
    'activity.resource_name',
    'app_user.email',
    'workflow.definition',
    'workspace_invite.email',
  ];
  expect(json.mentions).toEqual(places.map((place) => ({ place, count: 1, ids: [expect.any(String)] })));
  expect(json.mentions[2].ids).toEqual([made.body.data.id]);
  expect(await workflow.execute()).toEqual(before);
  expect(await db.selectFrom('plan').selectAll().orderBy('id').execute()).toEqual(plans);
});

test('a job that a worker takes while jobs are deleted counts as remaining', async () => {
  const { app } = server;
  const id = newId();
  await app.queue.add(app.db, { name: 'run.notification' }, [{ id }]);
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%pgboss.job using own%'`.execute(
      app.db,
    );
    return rows.length > 0;
  };
  let deleting: ReturnType<typeof deleteJobs> | undefined;
  await app.db.transaction().execute(async (tx) => {
    await sql`update pgboss.job set state = 'active' where id = ${id}`.execute(tx);
    deleting = deleteJobs(app.db, sql<SqlBool>`named.id = ${id}::uuid`);
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
  });
  expect(await deleting).toEqual({ deleted: 0, left: 1 });
  await sql`delete from pgboss.job where id = ${id}`.execute(app.db);
});

test('a new JSON column, which can name a person, must be listed, and the ledger stays closed', async () => {
  const { db } = server.app;
  const tables = (await readDataTables(db)).filter(({ kind }) => kind !== 'service');
  const json = new Set(
    tables.flatMap(({ columns }) => columns.filter(({ type }) => type === 'jsonb').map(({ name }) => name)),
  );
  // `scrub.ts` covers the columns about who did something: actor, assignee, created_by, data, decided_by. The
  // others are content.
  expect([...json].sort()).toEqual(
    `actor aggregates assignee billed context controls created_by data decided_by definition error facts failures
     input items local_models markup metadata names readings reason result run_counts settings translation verdict words`.split(
      /\s+/,
    ),
  );
  // Ledgers remain when people are erased.
  const ledgers = tables.filter(({ kind }) => kind === 'ledger').map(({ name }) => name);
  expect(ledgers).toEqual(['credit_account', 'credit_entry']);
  const change = db.transaction().execute(async (tx) => {
    await sql`select set_config('voiceloom.erasing', 'on', true)`.execute(tx);
    await sql`update credit_entry set amount = 0`.execute(tx);
  });
  await expect(change).rejects.toThrow('append-only');
});
