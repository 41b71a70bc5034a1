import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { data, json, META, service } from './support/service.ts';
import { folder, shell } from './support/shell.ts';

const me = { auth_kind: 'api_key', user_id: 'u1', workspace_id: 'w1', api_key_id: 'k1', scopes: [] };
const page = json({ data: [], meta: META, pagination: { limit: 1, next: null, prev: null } });
const whoami = () => service({ 'GET /api/v1/auth/whoami': data(me), 'GET /api/v1/voices': page });
const refusal = (code: string, status: number) =>
  json({ error: { code, message: 'No.' }, meta: META }, status);

async function savedIn(file: string, content: string) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content, { mode: 0o600 });
}

test('profiles separate the logins of several services', async () => {
  const [first, other] = [await whoami(), await whoami()];
  const { run, home } = await shell();
  await run(['login', '--base-url', first.url], 'vl_live_first');
  await run(['login', '--base-url', other.url, '--profile', 'staging', '--workspace', 'w1'], 'vl_live_other');
  await run(['voices']);
  await run(['voices', '--profile', 'staging']);
  expect(first.seen.map(({ headers }) => headers.authorization)).toEqual(
    Array(2).fill('Bearer vl_live_first'),
  );
  const [, asked] = other.seen;
  expect([asked?.headers.authorization, asked?.headers['x-workspace-id']]).toEqual([
    'Bearer vl_live_other',
    'w1',
  ]);
  const path = join(home, '.config/voiceloom/config.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const listed = (await run(['profiles', '--json', '--profile', 'staging'])).out;
  expect(JSON.parse(listed)).toEqual([
    { name: 'default', base_url: first.url, kind: 'api_key', workspace_id: null, used: false },
    { name: 'staging', base_url: other.url, kind: 'api_key', workspace_id: 'w1', used: true },
  ]);
  expect(listed).not.toContain('vl_live');
  await run(['logout']);
  expect((await run(['whoami'])).code).toBe(3);
  expect((await run(['whoami', '--profile', 'staging'])).code).toBe(0);
  await run(['logout', '--profile', 'staging']);
  await expect(stat(path)).rejects.toThrow();
});

test('a selected profile overrides the environment, and a missing one is reported', async () => {
  const [first, other] = [await whoami(), await whoami()];
  const { run } = await shell({ VOICELOOM_API_KEY: 'vl_live_environment', VOICELOOM_BASE_URL: first.url });
  await run(['login', '--base-url', other.url, '--profile', 'staging'], 'vl_live_other');
  await run(['whoami', '--profile', 'staging']);
  await run(['whoami']);
  expect(other.seen.at(-1)?.headers.authorization).toBe('Bearer vl_live_other');
  expect(first.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer vl_live_environment']);
  const { code, err } = await run(['whoami', '--profile', 'nowhere']);
  expect([code, err]).toEqual([3, expect.stringContaining('No login is saved for the profile nowhere')]);
});

test('a credential from the environment does not use the workspace of the saved one', async () => {
  const { url, seen } = await whoami();
  const { home, run } = await shell();
  await run(['login', '--base-url', url, '--workspace', 'w1'], 'vl_live_saved');
  const other = await shell({
    VOICELOOM_API_KEY: 'vl_live_other',
    VOICELOOM_CONFIG: join(home, '.config/voiceloom/config.json'),
  });
  await other.run(['voices']);
  expect(seen.at(-1)?.headers.authorization).toBe('Bearer vl_live_other');
  expect(seen.at(-1)?.headers['x-workspace-id']).toBeUndefined();
});

test('saving a login follows no symbolic link and leaves no other files behind', async () => {
  const { url } = await whoami();
  const place = await folder();
  const victim = join(place, 'victim');
  await writeFile(victim, 'untouched');
  const config = join(place, 'config.json');
  await symlink(victim, config);
  await chmod(victim, 0o600);
  const { run } = await shell({ VOICELOOM_CONFIG: config });
  expect((await run(['login', '--base-url', url], 'vl_live_x')).code).toBe(0);
  expect(await readFile(victim, 'utf8')).toBe('untouched');
  expect((await readdir(place)).sort()).toEqual(['config.json', 'victim']);
});

test.each(['null', '"text"', '[]', '{"api_key":"vl_live_x"}', '{"profiles":{"a":1}}', '{'])(
  'a login file that contains %s is rejected with a message, and a new login repairs it',
  async (content) => {
    const { url } = await whoami();
    const file = join(await folder(), 'config.json');
    await savedIn(file, content);
    const { run } = await shell({ VOICELOOM_CONFIG: file });
    const { code, err } = await run(['whoami']);
    expect([code, err]).toEqual([3, expect.stringContaining('Delete it and log in again')]);
    expect((await run(['login', '--base-url', url], 'vl_live_x')).code).toBe(0);
    expect((await run(['whoami'])).code).toBe(0);
  },
);

test('login and logout keep the logins of a file that others can read, and fix its permissions', async () => {
  const { url } = await whoami();
  const file = join(await folder(), 'config.json');
  const { run } = await shell({ VOICELOOM_CONFIG: file });
  for (const name of ['default', 'other', 'staging'])
    await run(['login', '--base-url', url, '--profile', name], `vl_live_${name}`);
  await chmod(file, 0o644);
  expect((await run(['logout', '--profile', 'staging'])).code).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await chmod(file, 0o644);
  expect((await run(['login', '--base-url', url, '--profile', 'new'], 'vl_live_new')).code).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const listed = JSON.parse((await run(['profiles', '--json'])).out) as { name: string }[];
  expect(listed.map(({ name }) => name)).toEqual(['default', 'new', 'other']);
});

test('a login over an unencrypted connection prints a warning first, also in JSON', async () => {
  const { run } = await shell();
  const line = ['login', '--base-url', 'http://0.0.0.0:9', '--api-key', 'vl_live_x'];
  expect((await run(line)).err).toMatch(/^warning: http:\/\/0\.0\.0\.0:9 does not use https/);
  const [first = ''] = (await run([...line, '--json'])).err.split('\n');
  expect(JSON.parse(first).warning.message).toContain('does not use https');
});

test('a login file that cannot be read is left unchanged', async () => {
  const { url } = await whoami();
  const place = await folder();
  const { run } = await shell({ VOICELOOM_CONFIG: place });
  expect(await run(['login', '--base-url', url], 'vl_live_x')).toMatchObject({ code: 3 });
  expect((await run(['logout'])).code).toBe(3);
  expect((await stat(place)).isDirectory()).toBe(true);
});

test('the doctor reports a problem of the login file, and exits with its code', async () => {
  const file = join(await folder(), 'config.json');
  await savedIn(file, '{"base_url":"http://127.0.0.1:9","api_key":"vl_live_x"}');
  await chmod(file, 0o644);
  const { run } = await shell({ VOICELOOM_CONFIG: file });
  const { code, out } = await run(['doctor']);
  expect([code, out]).toEqual([3, expect.stringContaining('ERROR   Login file')]);
  expect(out).toContain(`chmod 600 ${file}`);
});

test('the doctor exits with the credential code for a rejected key, and another for an unavailable service', async () => {
  const { url } = await service({
    'GET /health': data({ status: 'ok', version: '0.1.0' }),
    'GET /api/v1/auth/whoami': refusal('INVALID_API_KEY', 401),
  });
  const { run } = await shell({ VOICELOOM_API_KEY: 'vl_live_wrong' });
  const refused = await run(['doctor', '--base-url', url, '--json']);
  const findings = JSON.parse(refused.out) as { check: string; status: string; exit_code?: number }[];
  expect(findings.at(-1)).toMatchObject({ check: 'Credential', status: 'fault', exit_code: 3 });
  expect((await run(['doctor', '--base-url', 'http://127.0.0.1:9'])).code).toBe(7);
});

test.each(['credits', 'limits'])(
  'with an API key, %s prints the part that a key may read, and explains it',
  async (command) => {
    const { url, seen } = await service({
      'GET /api/v1/users/me/credits': refusal('FORBIDDEN', 403),
      'GET /api/v1/users/me/limits': refusal('FORBIDDEN', 403),
      'GET /api/v1/usage/summary': data({
        credits: { used: 12, quota: 1000, percent: 1.2 },
        period: { start: '2026-10-22', end: '2026-11-21' },
      }),
    });
    const key = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'vl_live_x' });
    const told = await key.run([command]);
    expect(told).toMatchObject({ code: 0, err: expect.stringContaining('for signed-in users') });
    expect(told.out).toBe('used in 30 days\t12\ngranted per month\t1000\n');
    expect(JSON.parse((await key.run([command, '--json'])).out)).toMatchObject({
      source: 'usage.summary',
      used: 12,
      quota: 1000,
    });
    const asToken = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_TOKEN: 'vl_live_x' });
    expect((await asToken.run([command])).code).toBe(0);
    const before = seen.length;
    const user = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_TOKEN: 't' });
    expect((await user.run([command])).code).toBe(3);
    expect(seen.slice(before).map(({ route }) => route)).not.toContain('GET /api/v1/usage/summary');
  },
);

test('an operation that needs a signed-in user says so to an API key, and a missing scope is named', async () => {
  const { url } = await service({
    'GET /api/v1/api-keys': refusal('FORBIDDEN', 403),
    'GET /api/v1/voices': refusal('INSUFFICIENT_SCOPE', 403),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'vl_live_x' });
  expect((await run(['keys', 'list'])).err).toContain('api_keys.list requires a signed-in user');
  expect((await run(['voices'])).err).toContain('voices.list requires an API key with the scope voices:read');
  const told = JSON.parse((await run(['keys', 'list', '--json'])).err);
  expect(told.error).toMatchObject({
    code: 'FORBIDDEN',
    request_id: '01HZX',
    operation: 'api_keys.list',
    advice: expect.anything(),
  });
  expect(told.error).not.toHaveProperty('requestId');
});

test.each(['VOICELOOM_API_KEY', 'VOICELOOM_TOKEN'])(
  '%s set to an empty value is reported as empty',
  async (name) => {
    const { run } = await shell({ [name]: '' });
    const { code, err } = await run(['whoami']);
    expect([code, err]).toEqual([3, expect.stringContaining(`${name} is empty.`)]);
  },
);

test.each(['--api-key', '--token'])('an empty %s is not a login', async (flag) => {
  const { run } = await shell();
  const { code, err } = await run(['login', flag, '']);
  expect([code, err]).toEqual([2, expect.stringContaining(`${flag} is empty.`)]);
});

test('a login at an address that ends in /api/v1 applies to that service', async () => {
  const { url, seen } = await whoami();
  const { run } = await shell();
  const login = ['login', '--json', '--base-url', `${url}/api/v1/`];
  expect(JSON.parse((await run(login, 'vl_live_secret')).out)).toMatchObject({ base_url: url });
  expect((await run(['whoami'])).code).toBe(0);
  expect(seen.map(({ route }) => route)).toEqual(Array(2).fill('GET /api/v1/auth/whoami'));
});
