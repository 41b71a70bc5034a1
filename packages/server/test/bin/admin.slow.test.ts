import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSecret } from '../../src/programs/admin/read-secret.ts';
import { runAdmin } from '../../src/programs/admin/run-command.ts';
import { admin } from '../support/admin.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { shortPipeline } from '../support/definitions.ts';
import { createKey, createMember, type Member } from '../support/factories.ts';
import { spawnNode } from '../support/processes.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ checks_ledgers: true });
});
afterAll(() => server.close());

const lastEntry = async (as: Member) =>
  (await server.request('GET', '/api/v1/usage/activity?type=operator_acted', { as })).body.data[0];

async function creditsOf(as: Member): Promise<number> {
  const { body } = await server.request('GET', '/api/v1/users/me/credits', { as });
  return body.data.balance;
}

async function startRun(member: Member) {
  const definition = shortPipeline({ text: 'Hello.' });
  const made = await server.request('POST', '/api/v1/workflows', {
    as: member,
    body: { name: 'Stuck', definition },
  });
  const path = `/api/v1/workflows/${made.body.data.id}/runs`;
  const { body } = await server.request('POST', path, { as: member, body: {} });
  return { id: body.data.id as string, path: `${path}/${body.data.id}` };
}

const jobsOf = (run_id: string) =>
  server.app.db.selectFrom('run_chunk').select('job_id').where('run_id', '=', run_id).execute();

/** Changes the jobs of a run that no worker has. */
const setJobs = async (run_id: string, change: RawBuilder<unknown>) => {
  for (const { job_id } of await jobsOf(run_id))
    await sql`update pgboss.job set ${change} where id = ${job_id}`.execute(server.app.db);
};
const LATER = sql`start_after = now() + interval '1 hour'`;

test('people and workspaces are found by email, name and ID, and a longer list is truncated', async () => {
  const mark = randomUUID();
  const email = `Grace-${mark}@example.com`;
  const member = await createMember(server, { email });
  await createMember(server, { email: `ada-${mark}@example.com` });
  const byEmail = await admin(server, ['users', 'find', email.toLowerCase(), '--json']);
  expect(byEmail.json).toMatchObject({ users: [{ id: member.user_id, email, workspaces: 1 }], more: false });
  const byId = await admin(server, ['users', 'find', member.user_id, '--json']);
  expect(byId.json.users).toHaveLength(1);
  const cut = await admin(server, ['users', 'find', mark, '--limit', '1', '--json']);
  expect(cut.json).toMatchObject({ users: [{}], more: true });
  const workspaces = await admin(server, ['workspaces', 'find', email, '--json']);
  expect(workspaces.json.workspaces).toMatchObject([
    { id: member.workspace_id, owner_email: email, members: 1 },
  ]);
  // You can still erase the rows of a deleted workspace.
  const gone = server.app.db.updateTable('workspace').set({ deleted_at: new Date() });
  await gone.where('id', '=', member.workspace_id).execute();
  const found = await admin(server, ['workspaces', 'find', email, '--json']);
  expect(found.json.workspaces).toMatchObject([{ id: member.workspace_id, deleted_at: expect.any(String) }]);
  const nobody = await admin(server, ['users', 'find', randomUUID()]);
  expect(nobody).toMatchObject({ code: 0, output: 'No users found.\n' });
});

test('credits are granted once per key, and revoked at most down to zero', async () => {
  const member = await createMember(server);
  const before = await creditsOf(member);
  const grant = [
    'credits',
    'grant',
    member.user_id,
    '500',
    '--reason',
    'Outage',
    '--key',
    'ticket-1',
    '--json',
  ];
  expect((await admin(server, grant)).json).toMatchObject({ changed: true, available: before + 500 });
  expect((await admin(server, grant)).json).toMatchObject({ changed: false, available: before + 500 });
  expect(await creditsOf(member)).toBe(before + 500);
  expect(await lastEntry(member)).toMatchObject({
    user: null,
    kind: 'credits_granted',
    resource: { type: 'user', id: member.user_id },
    metadata: { credits: 500, key: 'ticket-1', operator: 'ada', reason: 'Outage' },
  });
  const other = await admin(server, grant.with(3, '501'));
  expect(other).toMatchObject({ code: 1, errors: expect.stringContaining('ticket-1') });

  const revoke = (amount: number) => [
    'credits',
    'revoke',
    member.user_id,
    String(amount),
    '--reason',
    'Fraud',
  ];
  const preview = (await admin(server, revoke(500))).output;
  expect(preview).toMatch(
    /^The account has [\d,]+ credits that are not reserved by runs\. This would leave [\d,]+ credits?\.\n/,
  );
  expect(preview).toContain('Nothing was changed.');
  expect(await creditsOf(member)).toBe(before + 500);
  expect((await admin(server, [...revoke(before + 501), '--yes'])).code).toBe(1);
  expect((await admin(server, [...revoke(before + 500), '--yes'])).code).toBe(0);
  expect(await creditsOf(member)).toBe(0);
  expect((await lastEntry(member)).kind).toBe('credits_revoked');
});

test('actions are listed with the person, the run, and the amount and key of credits', async () => {
  const email = `listed-${randomUUID()}@example.com`;
  const member = await createMember(server, { email });
  const run = await startRun(member);
  const grant = ['credits', 'grant', member.user_id, '500', '--reason', 'Outage', '--key', 'ticket-2'];
  await admin(server, grant);
  await setJobs(run.id, LATER);
  await admin(server, ['runs', 'requeue', run.id]);
  const { json } = await admin(server, ['activity', 'list', '--limit', '2', '--json']);
  expect(json.actions).toMatchObject([
    {
      kind: 'run_requeued',
      resource_name: 'Stuck',
      person: null,
      metadata: { run_id: run.id, run_number: 1 },
    },
    { kind: 'credits_granted', person: { email }, metadata: { credits: 500, key: 'ticket-2' } },
  ]);
  const [, requeued, granted] = (await admin(server, ['activity', 'list'])).output.split('\n');
  expect(requeued).toMatch(new RegExp(`  run_requeued  .*Stuck  .*run_id=${run.id} run_number=1  `));
  expect(granted).toMatch(new RegExp(`  credits_granted  .*${email} .*key=ticket-2 credits=500 .*Outage`));
  expect(granted).not.toMatch(/operator=|reason=/);
});

test('actions on an erased person show no name', async () => {
  const { user_id } = await createMember(server, { email: `erased-${randomUUID()}@example.com` });
  await admin(server, ['users', 'erase', user_id, '--yes']);
  const { output } = await admin(server, ['activity', 'list', '--limit', '1']);
  expect(output).toContain(`  user_erased  ${user_id} (Erased user)  `);
});

test('a truncated list says how to see more rows', async () => {
  await createMember(server);
  await createMember(server);
  const cut = async (...argv: string[]) =>
    (await admin(server, [...argv, '--limit', '1'])).output.split('\n').at(-2);
  expect(await cut('activity', 'list')).toBe('There are more. Raise --limit, up to 1,000.');
  const search = 'There are more. Narrow the search, or raise --limit, up to 1,000.';
  expect(await cut('users', 'find', 'e')).toBe(search);
});

test('a key is revoked by its value from standard input, or by its prefix', async () => {
  const member = await createMember(server);
  const [first, second] = [await createKey(server, member), await createKey(server, member)];
  const byValue = ['keys', 'revoke', '-', '--json'];
  expect((await admin(server, byValue, `${first.token}\n`)).json).toMatchObject({
    dry_run: true,
    key: { id: first.id, workspace_id: member.workspace_id },
  });
  expect((await admin(server, [...byValue, '--yes'], `${first.token}\n`)).json.changed).toBe(true);
  expect((await admin(server, [...byValue, '--yes'], first.token)).json.changed).toBe(false);
  const beginning = second.token.slice(0, 'vl_live_'.length + 4);
  expect((await admin(server, ['keys', 'revoke', beginning, '--yes'])).code).toBe(0);
  for (const { token } of [first, second]) {
    const { status, body } = await server.request('GET', '/api/v1/auth/whoami', { as: { token } });
    expect([status, body.error.code]).toEqual([401, 'INVALID_API_KEY']);
  }
  expect(await lastEntry(member)).toMatchObject({ kind: 'key_revoked', metadata: { operator: 'ada' } });
});

test.each(['', 'vl', 'vl_live_', 'vl_live_Ab3'])(
  'the beginning "%s" of every key is too short',
  async (text) => {
    const { code, errors } = await admin(server, ['keys', 'revoke', '-', '--yes'], text);
    expect([code, errors]).toEqual([2, expect.stringContaining('Enter the first 12 characters')]);
  },
);

/** A terminal that shows what is written to it. */
function terminal() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  return { stdin: Object.assign(input, { isTTY: true, setRawMode: () => input }), output };
}

test('a key typed at a terminal ends with Enter and is not shown', async () => {
  const { stdin, output } = terminal();
  const typed = readSecret(stdin, output);
  stdin.write('vl_live_secret\r');
  expect(await typed).toBe('vl_live_secret');
  expect(String(output.read())).toBe('Paste the key and press Enter: \n');
});

test('Ctrl-D instead of a key is an error', async () => {
  const { stdin, output } = terminal();
  const typed = readSecret(stdin, output);
  stdin.write('\x04');
  await expect(typed).rejects.toThrow('No key was entered.');
});

test('a value that is not a key is not printed', async () => {
  const secret = `vl_live_${'a'.repeat(32)}`;
  const { code, errors } = await admin(server, ['keys', 'revoke', secret, '--yes']);
  expect(code).toBe(1);
  expect(errors).not.toContain(secret);
});

test('a run that waits for a worker is listed and explained, gets a new job, and is canceled', async () => {
  const email = `stuck-${randomUUID()}@example.com`;
  const member = await createMember(server, { email });
  const run = await startRun(member);
  const listed = await admin(server, ['runs', 'list', '--state', 'pending', '--json']);
  expect(listed.json.runs.map(({ id }: { id: string }) => id)).toContain(run.id);
  expect(listed.json.runs.at(-1)).toMatchObject({ state: 'pending', progress_at: null, owner_email: email });
  const young = await admin(server, ['runs', 'list', '--older-than', '1h', '--json']);
  expect(young.json.runs).toEqual([]);
  const { output } = await admin(server, ['runs', 'explain', run.id]);
  expect(output).toContain('No worker has run');
  expect(output).toContain('Waiting for a worker: 1 chunk');

  const before = await jobsOf(run.id);
  const requeued = await admin(server, ['runs', 'requeue', run.id, '--reason', 'Stuck', '--json']);
  expect(requeued.json).toMatchObject({ changed: false, chunks: 1, delayed: 0, has_workers: false });
  expect(await admin(server, ['runs', 'requeue', run.id])).toMatchObject({
    code: 0,
    output:
      'Nothing to requeue: 1 chunk is due already.\nNo worker has run in the last 30 seconds: start one.\n',
  });
  expect(await jobsOf(run.id)).toEqual(before);
  expect(await lastEntry(member)).toBeUndefined();
  await setJobs(run.id, sql`state = 'active', started_on = now()`);
  expect((await admin(server, ['runs', 'requeue', run.id])).output).toMatch(
    /^Nothing to requeue: workers hold 1 chunk\./,
  );
  // A worker that stopped, or an outage, raised the limit.
  await setJobs(run.id, sql`state = 'retry', retry_limit = retry_limit + 1`);
  expect((await admin(server, ['runs', 'requeue', run.id])).output).toMatch(/^Nothing to requeue: 1 chunk/);
  await setJobs(run.id, sql`retry_limit = retry_limit - 1`);
  const renewed = (await admin(server, ['runs', 'requeue', run.id])).output;
  expect(renewed).toMatch(
    new RegExp(`^Requeued run 1 of .* of ${email}, which is pending\\.\nAlready due: 1 chunk\\.\nWith all`),
  );
  expect((await lastEntry(member)).kind).toBe('run_requeued');
  await setJobs(run.id, LATER);
  expect((await admin(server, ['runs', 'requeue', run.id])).output).toContain(
    '\nDue now instead of later: 1 chunk.\nNo worker',
  );
  const unchanged = await admin(server, ['runs', 'explain', run.id]);
  expect(unchanged.output).toContain('has made no progress yet');
  const after = await jobsOf(run.id);
  expect(after).not.toEqual(before);
  const job = { name: 'chunk' };
  const ids = [...before, ...after].flatMap(({ job_id }) => job_id ?? []);
  expect([...(await server.app.queue.live(server.app.db, job, ids))]).toEqual([after[0]?.job_id]);

  const preview = (await admin(server, ['runs', 'cancel', run.id])).output;
  expect(preview).toMatch(
    /^This would cancel run 1 of .*, which is pending\.\n0 of 0 lines have ended\. The run has reserved [\d,]+ credits?\.\n.*Nothing was changed\./s,
  );
  expect((await admin(server, ['runs', 'cancel', run.id, '--yes'])).output).toMatch(
    /^Canceled run 1 of "[^"]+" in "[^"]+" of stuck-\S+@example\.com\.\n$/,
  );
  expect((await server.request('GET', run.path, { as: member })).body.data.status).toBe('cancelled');
  expect(await lastEntry(member)).toMatchObject({ kind: 'run_cancelled', metadata: { run_id: run.id } });
  for (const command of ['cancel', 'requeue'])
    expect((await admin(server, ['runs', command, run.id])).errors).toBe(
      'The run has already ended. Its status is `cancelled`.\n',
    );
});

test('a template is found, shows its scripts before it is published, and is in the gallery of others while public', async () => {
  const mark = randomUUID();
  const author = await createMember(server, { email: `author-${mark}@example.com` });
  const reader = await createMember(server);
  const text = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'].join('\n');
  const body = { name: `Trailer ${mark}`, description: 'Short', definition: shortPipeline({ text }) };
  const made = await server.request('POST', '/api/v1/templates', { as: author, body });
  const id = made.body.data.id as string;
  const read = async () => (await server.request('GET', `/api/v1/templates/${id}`, { as: reader })).status;
  for (const search of [body.name.toLowerCase(), `author-${mark}`, id])
    expect((await admin(server, ['templates', 'find', search, '--json'])).json).toMatchObject({
      templates: [{ id, name: body.name, owner_email: `author-${mark}@example.com`, is_public: false }],
      more: false,
    });

  const { output } = await admin(server, ['templates', 'publish', id]);
  expect(output).toContain(`of author-${mark}@example.com:\nName: ${body.name}\nDescription: Short\n`);
  expect(output).toContain(
    'Nodes: 1 source_script, 1 operator_generator, 1 validator_noise, 1 sink_preview\n',
  );
  expect(output).toContain('  Five\n  … and 2 more lines\n');
  expect(output).toContain('Nothing was changed.');
  expect(await read()).toBe(404);

  expect((await admin(server, ['templates', 'publish', id, '--yes', '--json'])).json.changed).toBe(true);
  expect(await read()).toBe(200);
  expect((await admin(server, ['templates', 'publish', id])).output).toContain('is already public.');
  expect((await admin(server, ['templates', 'publish', id, '--yes'])).output).toBe(
    `"${body.name}" was already public.\n`,
  );
  expect((await admin(server, ['templates', 'unpublish', id])).code).toBe(0);
  expect(await read()).toBe(404);
  expect(await lastEntry(author)).toMatchObject({ kind: 'template_unpublished', resource: { id } });
});

test.each([
  [['users'], 'There is no command "users"'],
  [['users', 'find'], 'Usage: users find TEXT'],
  [['users', 'find', 'x', '--reason', 'y'], 'has no option --reason'],
  [['users', 'find', 'x', '--limit', '0'], '--limit'],
  [['credits', 'grant', randomUUID(), '5'], '--reason is required'],
  [['credits', 'grant', 'ada', '5', '--reason', 'y'], 'USER_ID must be an ID'],
  [['credits', 'grant', randomUUID(), '1.5', '--reason', 'y'], 'AMOUNT'],
  [
    ['credits', 'grant', randomUUID(), '-5', '--reason', 'y'],
    'Numbers must be positive and whole, not "-5".',
  ],
  [['runs', 'list', '--state', 'failed'], '--state must be one of pending'],
  [['runs', 'list', '--older-than', '2 weeks'], '--older-than must be a duration'],
])('%j is a usage error, which exits with 2', async (argv, message) => {
  const { code, errors } = await admin(server, argv);
  expect(code).toBe(2);
  expect(errors).toContain(message);
});

test('an incomplete command lists only the commands that begin with it', async () => {
  const { errors } = await admin(server, ['keys']);
  expect(errors).toContain('  keys revoke KEY');
  expect(errors).not.toContain('users find');
  expect((await admin(server, ['nothing'])).errors).toContain('users find');
});

test('--help after a command describes this command and its options', async () => {
  const { code, output } = await admin(server, ['users', 'erase', '--help']);
  expect(code).toBe(0);
  expect(output).toBe(`Usage: admin.ts users erase USER_ID [--reason REASON] [--with-shared] [--yes]

Delete a person and all workspaces that the person owns, and verify that nothing is left.

Options:
  --reason REASON  Why you do it. If the command acts on a workspace, its members can read it in their activity log.
  --with-shared    Also delete workspaces that have other members.
  --yes            Do it. Without this option, the command only shows what it would do.
  --json           Print one JSON object.
  --as NAME        Your name in the activity log. Default: the account of this machine.
`);
});

test('--help alone lists all commands, and after a first word those that begin with it', async () => {
  const all = (await admin(server, ['--help'])).output;
  const commands = [...all.matchAll(/^ {2}([a-z]+ [a-z]+)\b(.*)$/gm)];
  expect(commands.length).toBeGreaterThan(15);
  for (const [, name = '', rest = ''] of commands) {
    const { output } = await admin(server, [...name.split(' '), '--help']);
    expect(output).toContain(`Usage: admin.ts ${name}${rest}\n`);
    for (const [option] of rest.matchAll(/--[a-z-]+/g))
      expect(output).toMatch(new RegExp(`^  ${option} .*\\.$`, 'm'));
  }
  const some = (await admin(server, ['keys', '--help'])).output;
  expect(some).toContain('  keys revoke KEY');
  expect(some).not.toContain('users find');
});

test('every command on the pages for operators exists', async () => {
  const folder = new URL('../../../../docs/operating/', import.meta.url);
  const pages = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const commands = [...pages.join('\n').matchAll(/^admin (?!--help)(.+)$/gm)].map(
    ([, command = '']) => command,
  );
  expect(commands.length).toBeGreaterThan(10);
  for (const command of commands) {
    const argv = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
    const open = () => Promise.reject(new Error('typed right'));
    const silent = { write: () => undefined, writeError: () => undefined, readSecret: async () => '' };
    await expect(runAdmin(argv, open, silent), command).rejects.toThrow('typed right');
  }
});

test('the program works on DATABASE_URL and the storage of the service, and reports what is missing', async () => {
  const script = new URL('../../src/bin/admin.ts', import.meta.url).pathname;
  const { database_url, data_dir } = server.app.config;
  const argv = [script, 'users', 'find', 'nobody', '--json'];
  const settings: Record<string, string>[] = [{ DATABASE_URL: database_url ?? '' }, {}];
  const [ready, missing] = settings.map((env) => spawnNode(argv, { DATA_DIR: data_dir, ...env }));
  expect(await ready?.ended).toBe(0);
  expect(ready?.output()).toBe('{"users":[],"more":false}\n');
  expect(await missing?.ended).toBe(1);
  expect(missing?.output()).toBe('DATABASE_URL is required.\n');

  // With another storage folder, an erasure would find no audio and succeed.
  const { user_id } = await createMember(server);
  const folder = `${data_dir}/nowhere`;
  const elsewhere = { DATABASE_URL: database_url ?? '', DATA_DIR: folder };
  const erasing = spawnNode([script, 'users', 'erase', user_id], elsewhere);
  expect(await erasing.ended).toBe(1);
  expect(erasing.output()).toContain(`There is no storage folder ${folder}`);
  expect(existsSync(folder)).toBe(false);
}, 60_000);
