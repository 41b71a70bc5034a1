import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '../../src/features/credits/check-ledgers.ts';
import { readDataTables, rowsOf, type Subject } from '../../src/features/users/erasure/catalog.ts';
import { tracedColumns, tracesOf } from '../../src/features/users/erasure/traces.ts';
import { erase } from '../../src/features/users/index.ts';
import { newId } from '../../src/ids.ts';
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

/** All rows of a person's workspaces, as text. */
async function contentOf({ user_id, workspace_id }: Member): Promise<Record<string, string[]>> {
  const subject: Subject = { user_id, workspace_ids: [workspace_id] };
  const content: Record<string, string[]> = {};
  for (const table of await readDataTables(server.app.db)) {
    const rows = rowsOf(table, subject);
    if (!rows) continue;
    const found = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(table.name)} t where ${rows} order by 1`.execute(
      server.app.db,
    );
    content[table.name] = found.rows.map(({ row }) => row);
  }
  return content;
}

const countsOf = (content: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(content).map(([table, rows]) => [table, rows.length]));

async function moneyOf(): Promise<unknown> {
  const { rows } = await sql`
    select (select sum(amount) from credit_entry) as entered, count(*) as accounts, sum(balance) as balance,
      sum(spent) as spent, sum(held) - (select sum(hold) from credit_entry) as unexplained
    from credit_account`.execute(server.app.db);
  const { differences } = await checkLedger(server.app.db, 'accounts');
  return { ...(rows[0] as object), differences };
}

async function placesOf(idOrEmail: string) {
  const { json, errors } = await admin(server, ['users', 'traces', idOrEmail, '--json']);
  expect(errors).toBe('');
  return json.places;
}

const eraseUser = (id: string) =>
  admin(server, ['users', 'erase', id, '--yes', '--json', '--reason', 'Request of May 4']);

async function startRun(member: Member): Promise<void> {
  const body = { name: 'Running', definition: shortPipeline({ text: 'Hello.' }) };
  const made = await server.request('POST', '/api/v1/workflows', { as: member, body });
  const path = `/api/v1/workflows/${made.body.data.id}/runs`;
  expect((await server.request('POST', path, { as: member, body: {} })).status).toBeLessThan(300);
}

async function invite({ workspace_id, user_id }: Member, email: string): Promise<void> {
  const [id, now] = [newId(), new Date()];
  const times = { expires_at: new Date(now.getTime() + 3_600_000), created_at: now, updated_at: now };
  const offer = { workspace_id, email, role: 'viewer', status: 'pending', invited_by: user_id };
  await server.app.db
    .insertInto('workspace_invite')
    .values({ id, ...offer, ...times, token_hash: Buffer.from(id) })
    .execute();
}

test('an erased person is nowhere, what others have stays, and no sum of money changes', async () => {
  const ada = await createPerson();
  const grace = await createPerson();
  const stranger = await createPerson();
  await fillWorkspace({ server, member: ada });
  const team = await fillWorkspace({ server, member: grace });
  await fillWorkspace({ server, member: stranger });
  await startRun(ada);
  // In Grace's workspace, Ada has a role, a key, a comment, a decision, a run and an invitation.
  const { db } = server.app;
  const place = { workspace_id: grace.workspace_id, user_id: ada.user_id, role: 'editor' };
  await db
    .insertInto('workspace_member')
    .values({ id: newId(), ...place, created_at: new Date() })
    .execute();
  const guest = { ...ada, workspace_id: grace.workspace_id };
  const key = await createKey(server, guest);
  await review({ server, member: guest }, team.review_id);
  await startRun(guest);
  await invite(stranger, ada.email);
  const [before, others, money] = [await contentOf(grace), await contentOf(stranger), await moneyOf()];

  const preview = await admin(server, ['users', 'erase', ada.user_id, '--json']);
  expect(preview.json).toMatchObject({ dry_run: true, workspace_ids: [ada.workspace_id] });
  expect(preview.json.rows).toMatchObject({ app_user: 1, workspace: 1, run: 3 });
  expect(preview.json.rows).not.toHaveProperty('credit_account');
  expect(preview.json.objects).toBeGreaterThan(0);
  expect(await contentOf(grace)).toEqual(before);

  const { json, errors } = await eraseUser(ada.user_id);
  expect(errors).toBe('');
  expect(json).toMatchObject({ dry_run: false, rows: preview.json.rows, mentions: [] });
  for (const trace of [ada.user_id, ada.workspace_id, ada.email]) expect(await placesOf(trace)).toEqual([]);
  expect(await moneyOf()).toEqual(money);

  const [after, otherAfter] = [await contentOf(grace), await contentOf(stranger)];
  // The invitation was to Ada.
  expect(otherAfter).toEqual({ ...others, workspace_invite: expect.anything() });
  expect(countsOf(otherAfter)).toEqual({ ...countsOf(others), workspace_invite: 1 });
  expect(countsOf(after)).toEqual({ ...countsOf(before), workspace_member: 1 });
  expect(JSON.stringify(after)).not.toContain(ada.name);
  const [comment] = (after.review_comment ?? []).filter((row) => row.includes(json.pseudonym));
  expect(JSON.parse(comment ?? '')).toMatchObject({
    body: 'Too fast here.',
    actor: { kind: 'user', id: json.pseudonym, name: 'Erased user' },
  });
  expect(after.run?.filter((row) => row.includes(json.pseudonym))).toHaveLength(1);
  expect((await server.request('GET', '/api/v1/voices', { as: { token: key.token } })).status).toBe(401);

  const [entry] = await db
    .selectFrom('activity')
    .selectAll()
    .where('workspace_id', '=', json.pseudonym)
    .execute();
  expect(entry).toMatchObject({ kind: 'user_erased', user_id: null, resource_id: json.pseudonym });
  expect(entry?.metadata).toMatchObject({
    operator: 'ada',
    reason: 'Request of May 4',
    objects: json.objects,
  });
  const again = await eraseUser(ada.user_id);
  expect(again).toMatchObject({ code: 1, errors: 'There is no such user.\n' });
});

test('an erasure that breaks off anywhere is completed by the same command', async () => {
  const operator = { name: 'ada', reason: null };
  const url = server.app.config.database_url ?? '';
  // While work is stopped, and while rows are deleted; the next test covers what follows.
  for (const statement of [90, 150, 200]) {
    const ada = await createPerson();
    await fillWorkspace({ server, member: ada });
    const target = { type: 'user', id: ada.user_id } as const;
    const broken = withCrash(url, statement, (db) =>
      erase({ ...server.app, db }, { target, operator, now: new Date() }),
    );
    await expect(broken, String(statement)).rejects.toThrow(/crash|Connection terminated/);
    expect((await eraseUser(ada.user_id)).errors).toBe('');
    for (const trace of [ada.user_id, ada.workspace_id, ada.email])
      expect(await placesOf(trace), String(statement)).toEqual([]);
  }
});

test('a failing storage or last step leaves the person to a repeated command, and a busy worker makes it wait', async () => {
  const ada = await createPerson();
  const { run } = await fillWorkspace({ server, member: ada });
  const { app } = server;
  const operator = { name: 'ada', reason: null };
  const erasure = {
    target: { type: 'user', id: ada.user_id },
    operator,
    now: new Date(),
    patience_ms: 0,
  } as const;
  await app.queue.add(app.db, { name: 'run.notice' }, [{ id: run.id }]);
  await sql`update pgboss.job set state = 'active' where id = ${run.id}`.execute(app.db);
  await expect(erase(app, erasure)).rejects.toThrow('Workers are still running 1 job.');
  await sql`update pgboss.job set state = 'created' where id = ${run.id}`.execute(app.db);
  const removeMany = () => Promise.reject(new Error('The bucket is away.'));
  const away = { ...app, storage: { ...app.storage, removeMany } };
  await expect(erase(away, erasure)).rejects.toThrow('The bucket is away.');
  // The log cannot have this reason, so the last transaction is undone.
  const unloggable = { ...erasure, operator: { ...operator, reason: '\u0000' } };
  await expect(erase(app, unloggable)).rejects.toThrow('unsupported Unicode');
  expect((await placesOf(ada.email)).length).toBeGreaterThan(0);
  expect((await eraseUser(ada.user_id)).errors).toBe('');
  expect(await placesOf(ada.workspace_id)).toEqual([]);
});

test('a workspace is erased without its owner, and a personal one only with them', async () => {
  const ada = await createPerson();
  const body = { name: 'Harbor Tales' };
  const made = await server.request('POST', '/api/v1/workspaces', { as: { token: ada.token }, body });
  const team = { ...ada, workspace_id: made.body.data.id as string };
  await fillWorkspace({ server, member: team });
  await startRun(team);
  const money = await moneyOf();
  const personal = await admin(server, ['workspaces', 'erase', ada.workspace_id, '--yes']);
  expect(personal).toMatchObject({ code: 1, errors: expect.stringContaining('erase the user') });
  const erased = await admin(server, ['workspaces', 'erase', team.workspace_id, '--yes', '--json']);
  expect(erased.errors).toBe('');
  expect(erased.json).toMatchObject({ pseudonym: null, workspace_ids: [team.workspace_id] });
  expect(await placesOf(team.workspace_id)).toEqual([]);
  expect(await moneyOf()).toEqual(money);
  const log = await server.request('GET', '/api/v1/usage/activity?type=operator_acted', { as: ada });
  expect(log.body.data[0]).toMatchObject({ kind: 'workspace_erased', resource: { id: null, name: null } });
});

test('a person with a subscription, and a reason that names the person, are refused', async () => {
  const ada = await createPerson();
  const named = await admin(server, [
    'users',
    'erase',
    ada.user_id,
    '--yes',
    '--reason',
    `Asked by ${ada.email}`,
  ]);
  expect(named).toMatchObject({ code: 1, errors: expect.stringContaining('must not name') });
  const { db } = server.app;
  const { id: plan_id } = await db.selectFrom('plan').select('id').executeTakeFirstOrThrow();
  const now = new Date();
  const times = {
    current_period_start: now,
    current_period_end: now,
    fetched_at: now,
    created_at: now,
    updated_at: now,
  };
  const subscription = { id: newId(), user_id: ada.user_id, processor_subscription_id: `sub_${newId()}` };
  await db
    .insertInto('subscription')
    .values({ ...subscription, plan_id, status: 'active', ...times })
    .execute();
  for (const options of [[], ['--yes']]) {
    const refused = await admin(server, ['users', 'erase', ada.user_id, ...options]);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('Cancel it there at once') });
  }
});

test('an address is not found in a longer one, and an ID is found anywhere', () => {
  const id = randomUUID();
  const traces = tracesOf([id], ['ada@example.com']);
  const row = {
    longer: 'hada@example.com, ada@example.com.au',
    address: 'Sent to <Ada@Example.com>.',
    key: `workspaces/${id}/runs`,
    binary: `\\x${Buffer.from(`{"email":"ada@example.com"}`).toString('hex')}`,
    list: [{ deep: id }],
    nothing: null,
  };
  expect(tracedColumns(row, traces)).toEqual(['address', 'key', 'binary', 'list']);
});
