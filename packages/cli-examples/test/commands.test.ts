import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type RunHandle, Voiceloom } from '@voiceloom/sdk';
import { expect, test } from 'vitest';
import { watch } from '../src/commands/run.ts';
import { createContext } from '../src/context.ts';
import { data, json, META, service } from './support/service.ts';
import { folder, shell } from './support/shell.ts';

const me = { auth_kind: 'api_key', user_id: 'u1', workspace_id: 'w1', api_key_id: 'k1', scopes: [] };

const usage = { characters: 9, lines: 2, audio_ms: 65_000, retries: 1, by_locale: {} };

const runOf = (status: string, error_details: { message: string } | null = null) => ({
  id: 'r1',
  workflow_id: 'w1',
  run_number: 4,
  status,
  credits: 3,
  usage_summary: usage,
  error: error_details?.message ?? null,
  error_details,
});

function eventStream(status: string) {
  const events = [
    { id: 1, type: 'progress', data: { by_locale: { 'en-us': { total_lines: 2, finished_lines: 2 } } } },
    { id: 2, type: 'run.status', data: { status } },
  ];
  const text = events.map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  return (res: import('node:http').ServerResponse) =>
    res.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);
}

test('help works without a service', async () => {
  const { run } = await shell();
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  for (const name of [
    'login',
    'whoami',
    'keys',
    'nodes',
    'voices',
    'workflows',
    'run',
    'runs',
    'uploads',
    'download',
  ])
    expect(out).toContain(`  ${name}`);
});

test.each([[['frobnicate']], [['run']], [['voices', '--limit', '0']]])(
  'wrong usage ends with exit code 2: %j',
  async (line) => {
    const { run } = await shell();
    const { code, err } = await run(line);
    expect(code).toBe(2);
    expect(err).not.toBe('');
  },
);

test('a login is verified, saved with access only for its owner, and used by later commands', async () => {
  const { url, seen } = await service({ 'GET /api/v1/auth/whoami': data(me) });
  const { run, home } = await shell();
  const { code } = await run(['login', '--base-url', url], 'vl_live_secret\n');
  expect(code).toBe(0);
  const path = join(home, '.config/voiceloom/config.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ base_url: url, api_key: 'vl_live_secret' });
  const { out } = await run(['whoami', '--json']);
  expect(JSON.parse(out)).toEqual(me);
  expect(seen.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer vl_live_secret',
    'Bearer vl_live_secret',
  ]);
  await run(['logout']);
  const after = await run(['whoami']);
  expect([after.code, after.err]).toEqual([3, expect.stringContaining('no login')]);
});

test('a login that the service rejects is not saved', async () => {
  const refusal = json(
    { error: { code: 'INVALID_API_KEY', message: 'The key is unknown.' }, meta: META },
    401,
  );
  const { url } = await service({ 'GET /api/v1/auth/whoami': refusal });
  const { run, home } = await shell();
  const { code, err } = await run(['login', '--base-url', url], 'vl_live_wrong');
  expect([code, err.includes('INVALID_API_KEY')]).toEqual([3, true]);
  await expect(stat(join(home, '.config'))).rejects.toThrow();
});

test('a saved credential is sent to no other service', async () => {
  const first = await service({ 'GET /api/v1/auth/whoami': data(me) });
  const other = await service({ 'GET /api/v1/auth/whoami': data(me) });
  const { run } = await shell();
  await run(['login', '--base-url', first.url, '--token', 'ey.secret']);
  const { code } = await run(['whoami', '--base-url', other.url]);
  expect([code, other.seen.length]).toEqual([3, 0]);
});

test('node types are listed without a login', async () => {
  const node = {
    node_type: 'sink_preview',
    description: 'Collects.',
    inputs: [{ name: 'audio' }],
    outputs: [],
  };
  const { url } = await service({
    'GET /api/v1/nodes': json({ data: [node], meta: META, pagination: { limit: 1 } }),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url });
  const { code, out } = await run(['nodes']);
  expect([code, out.includes('sink_preview')]).toEqual([0, true]);
});

test('an error of the service shows its code, its fields and the request id', async () => {
  const details = [{ field: 'body.name', message: 'Too long.' }];
  const { url } = await service({
    'POST /api/v1/api-keys': json(
      { error: { code: 'VALIDATION_ERROR', message: 'No.', details }, meta: META },
      422,
    ),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_TOKEN: 't' });
  const { code, err } = await run(['keys', 'create', 'x']);
  expect([code, err]).toEqual([1, 'No. (VALIDATION_ERROR)\n  <name>: Too long.\n  request id: 01HZX\n']);
  const inJson = await run(['keys', 'create', 'x', '--json']);
  expect(JSON.parse(inJson.err).error).toMatchObject({
    code: 'VALIDATION_ERROR',
    request_id: '01HZX',
    operation: 'api_keys.create',
    details,
  });
});

test.each([
  ['completed', 0],
  ['failed', 1],
  ['cancelled', 1],
])('watching a run that ends as %s exits with code %i', async (status, expected) => {
  const error =
    status === 'failed' ? { code: 'empty_script', message: 'Row 3 is wrong.', details: [] } : null;
  const base = '/api/v1/workflows/w1/runs';
  const { url } = await service({
    [`POST ${base}`]: data(runOf('pending'), 202),
    [`GET ${base}/r1/events`]: eventStream(status),
    [`GET ${base}/r1/status`]: data(runOf(status, error)),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'k' });
  const { code, out, err } = await run(['run', 'w1', '--watch']);
  expect(code).toBe(expected);
  expect(out).toContain(`Run 4 (r1): ${status}, 2 lines, 1:05 of new audio, 1 retry, 3 credits.`);
  expect(out.includes('Row 3 is wrong.')).toBe(status === 'failed');
  expect(err).toContain('en-us  2/2');
});

const NO_UUID = 'Not a UUID.';
const invalid = (field: string, name: string, message = NO_UUID) =>
  json(
    {
      error: { code: 'VALIDATION_ERROR', message: `${name}: ${message}`, details: [{ field, message }] },
      meta: META,
    },
    422,
  );

test('an error for an invalid ID shows it as typed, with the expected form and where to find it', async () => {
  const place = await folder();
  await writeFile(join(place, 'a.txt'), 'Hello.');
  const storage = await service({ 'PUT /put': (res) => res.end() });
  const upload = { id: 'up1', content_type: 'text/plain' };
  const { url } = await service({
    'GET /api/v1/workflows/w1/runs/four/status': invalid('params.run_id', 'run_id'),
    'GET /api/v1/workflows/w1/runs/four': invalid('params.run_id', 'run_id'),
    'POST /api/v1/uploads': data({ upload, upload_url: `${storage.url}/put` }, 201),
    'POST /api/v1/uploads/up1': invalid('body.context_id', 'context_id'),
    'POST /api/v1/workflows/w1/runs/r1/retry': json(
      {
        error: {
          code: 'VALIDATION_ERROR',
          message: 'The run has no line nope.',
          details: [{ field: 'body.lines.0.line_id', message: 'The run has no line nope.' }],
        },
        meta: META,
      },
      422,
    ),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'k' });
  const form = 'An ID looks like 0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d01.';
  const got = await run(['runs', 'get', 'w1', 'four']);
  expect(got.err).toContain(
    `<run-id>: "four" is not an id. ${form} \`voiceloom runs list <workflow-id>\` shows the ids.`,
  );
  const plain = await run(['api', 'runs.get', 'w1', 'four']);
  expect(plain.err).toContain('<run-id>: "four" is not an id.');
  const added = await run(['uploads', 'add', join(place, 'a.txt'), '--workflow', 'mine']);
  expect(added.err).toContain(
    `--workflow: "mine" is not an id. ${form} \`voiceloom workflows list\` shows the ids.`,
  );
  const retried = await run(['runs', 'retry', 'w1', 'r1', '--line', 'nope']);
  expect(retried.err).toContain('--line: The run has no line nope.');
  expect(retried.err).toContain('`voiceloom api runs.data <workflow-id> <run-id>` shows the ids.');
  expect(retried.err).not.toContain('body.');
  const asJson = await run(['runs', 'get', 'w1', 'four', '--json']);
  expect(JSON.parse(asJson.err).error.details).toEqual([{ field: 'params.run_id', message: NO_UUID }]);
});

test.each(['get', 'watch'])(
  'runs %s counts the lines that are not delivered or need a check',
  async (command) => {
    const reasons = [['dropped'], ['failed'], ['exhausted'], ['exhausted', 'too_long'], ['suspect']];
    const lines = reasons.map((some) => ({ reasons: some }));
    const files = await service({ 'GET /pickups': json({ run: {}, lines }) });
    const link = { url: `${files.url}/pickups`, filename: 'pickups.json', expires_at: META.timestamp };
    const base = '/api/v1/workflows/w1/runs/r1';
    const ended = data({ ...runOf('completed'), has_export: true });
    const { url } = await service({
      [`GET ${base}/status`]: ended,
      [`GET ${base}`]: ended,
      [`GET ${base}/events`]: eventStream('completed'),
      [`GET ${base}/download`]: data(link),
    });
    const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'k' });
    const { code, out } = await run(['runs', command, 'w1', 'r1']);
    expect([code, ...out.trim().split('\n').slice(-3)]).toEqual([
      0,
      'Not delivered: 2 lines (1 dropped after a check rejected every take, 1 failed).',
      'Delivered, but should be checked: 3 lines (2 with no passing take (exhausted), 1 over the limit (too_long), 1 suspect).',
      'See report.html in the ZIP, or: voiceloom download w1 r1 --format pickups',
    ]);
  },
);

test('a script in another format than plain text is not sent as text, and the error says to upload it', async () => {
  const { url, seen } = await service({ 'POST /api/v1/workflows/w1/runs': data(runOf('pending'), 202) });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'k' });
  const place = await folder();
  for (const name of ['guide.csv', 'guide.TSV', 'a.docx', 'a.xlf', 'a.xliff', 'a.json', 'a.srt', 'a.vtt']) {
    const path = join(place, name);
    await writeFile(path, 'id,script\na,Hello\n');
    const { code, err } = await run(['run', 'w1', '--script', path]);
    expect([code, err]).toEqual([2, expect.stringContaining(`voiceloom uploads add ${path}`)]);
  }
  expect(seen).toEqual([]);
  const text = join(place, 'guide.txt');
  await writeFile(text, 'Hello.');
  expect((await run(['run', 'w1', '--script', text])).code).toBe(0);
  expect(seen[0]?.body).toEqual({ script_text: 'Hello.' });
});

test('workflows preview sends the script and the language that a run would send', async () => {
  const estimate = {
    ...{ min_credits: 1, expected_credits: 2, max_credits: 3, new_takes: 1, reused_takes: 0 },
    ...{ can_run: true, problems: [], notes: [], limits: [] },
  };
  const { url, seen } = await service({
    'POST /api/v1/workflows/w1/runs/preview': data(estimate),
    'POST /api/v1/workflows/w1/runs': data(runOf('pending'), 202),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'k' });
  const path = join(await folder(), 'guide.txt');
  await writeFile(path, 'Hallo.');
  const options = ['--script', path, '--language', 'de-de'];
  expect((await run(['workflows', 'preview', 'w1', ...options])).out).toContain('Expected cost: 2 credits');
  expect((await run(['run', 'w1', ...options])).code).toBe(0);
  const body = { script_text: 'Hallo.', source_language: 'de-de' };
  expect(seen.map((request) => request.body)).toEqual([body, body]);
});

test('a workflow is created from a file that contains only a definition', async () => {
  const { url, seen } = await service({ 'POST /api/v1/workflows': data({ id: 'w9' }, 201) });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'k' });
  const path = join(await folder(), 'narration.json');
  await writeFile(path, '{"graph":{"nodes":[]}}');
  expect((await run(['workflows', 'create', path])).out).toBe('w9\n');
  expect(seen[0]?.body).toEqual({ name: 'narration', definition: { graph: { nodes: [] } } });
  await writeFile(path, '{"graph":');
  expect((await run(['workflows', 'create', path])).code).toBe(2);
});

test('an invalid definition ends with exit code 1 and its errors', async () => {
  const errors = [{ path: 'definition.graph', code: 'cycle', message: 'There is a cycle.' }];
  const { url } = await service({
    'POST /api/v1/workflows/validate': data({ valid: false, errors, warnings: [] }),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'k' });
  const path = join(await folder(), 'x.json');
  await writeFile(path, '{"graph":{}}');
  const { code, out } = await run(['workflows', 'validate', path]);
  expect([code, out]).toEqual([1, 'error    definition.graph: There is a cycle.\n']);
});

test('a download is written to the requested path, whatever name the service returns', async () => {
  const place = await folder();
  const { url } = await service({ 'GET /files/1': (res) => res.end('zip bytes') });
  const link = { url: `${url}/files/1`, filename: '../../../evil.zip', expires_at: META.timestamp };
  const api = await service({ 'GET /api/v1/workflows/w1/runs/r1/download': data(link) });
  const { run } = await shell({ VOICELOOM_BASE_URL: api.url, VOICELOOM_API_KEY: 'k' });
  const path = join(place, 'run.zip');
  expect((await run(['download', 'w1', 'r1', '-o', path])).out).toBe(`${path}\n`);
  expect(await readFile(path, 'utf8')).toBe('zip bytes');
});

test('an upload prints its id', async () => {
  const storage = await service({ 'PUT /put': (res) => res.end() });
  const upload = { id: 'up1', content_type: 'text/csv' };
  const api = await service({
    'POST /api/v1/uploads': data({ upload, upload_url: `${storage.url}/put` }, 201),
    'POST /api/v1/uploads/up1': data(upload),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: api.url, VOICELOOM_API_KEY: 'k' });
  const path = join(await folder(), 'a.csv');
  await writeFile(path, 'text\nhello\n');
  expect((await run(['uploads', 'add', path, '--workflow', 'w1'])).out).toBe('up1\n');
  expect(storage.seen[0]?.body).toBe('text\nhello\n');
  expect((await run(['uploads', 'add', `${path}.missing`, '--workflow', 'w1'])).code).toBe(2);
});

test('a login file that others can read is not used', async () => {
  const { run, home } = await shell({ VOICELOOM_BASE_URL: 'http://127.0.0.1:9' });
  const file = join(home, 'config.json');
  await writeFile(file, JSON.stringify({ base_url: 'http://127.0.0.1:9', api_key: 'vl_live_x' }), {
    mode: 0o644,
  });
  const open = await shell({ VOICELOOM_CONFIG: file });
  const { code, err } = await open.run(['whoami']);
  expect([code, err.includes('chmod 600')]).toEqual([3, true]);
  expect((await run(['whoami'])).code).toBe(3);
});

test.each([
  [{ LANG: 'de_AT.UTF-8' }, [], 'de'],
  [{ LANG: 'C.UTF-8' }, [], 'en'],
  [{}, [], 'en'],
  [{ LANG: 'de_AT.UTF-8' }, ['--language', 'en-gb'], 'en-gb'],
])('a dictionary entry added with %j and %j applies to %s', async (env, flags, language) => {
  const { url, seen } = await service({ 'POST /api/v1/dictionary': data({ id: 'e1' }) });
  const { run } = await shell({ ...env, VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'vl_live_secret' });
  const { code, out, err } = await run(['dictionary', 'add', 'nginx', 'engine x', ...flags]);
  expect([code, out]).toEqual([0, 'e1\n']);
  expect(seen[0]?.body).toMatchObject({
    word: 'nginx',
    pronunciation: 'engine x',
    language,
  });
  expect(err).toBe(
    flags.length > 0
      ? ''
      : `The entry is for ${language} in all regions. --language sets another language or a region.\n`,
  );
});

test('a dictionary entry is added for the neighbors that --before and --after list', async () => {
  const { url, seen } = await service({ 'POST /api/v1/dictionary': data({ id: 'e1' }) });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'vl_live_secret' });
  const { code } = await run([
    'dictionary',
    'add',
    'lead',
    'led',
    '--before',
    'of; a bit',
    '--language',
    'en',
  ]);
  expect([code, seen[0]?.body]).toMatchObject([0, { context: { before: ['of', 'a bit'], after: [] } }]);
});

test('a recording of a word needs a file and a workflow, and nothing is sent without them', async () => {
  const { url: at, seen } = await service({});
  const { run } = await shell({ VOICELOOM_BASE_URL: at, VOICELOOM_API_KEY: 'vl_live_secret' });
  const add = ['dictionary', 'add', 'Nguyen', '--language', 'en'];
  const recording = ['--recording', join(await folder(), 'none.wav')];
  const refused: [string[], string][] = [
    [[], '--recording'],
    [recording, '--workflow'],
    [[...recording, '--method', 'ipa'], 'no IPA'],
    [['--workflow', 'w1'], 'Specify the pronunciation'],
    [[...recording, '--workflow', 'w1'], 'does not exist'],
  ];
  for (const [flags, message] of refused) {
    const { code, err } = await run([...add, ...flags]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  }
  expect(seen).toEqual([]);
});

test('dictionary list prints methods and contexts, and preview prints links and reasons', async () => {
  const entry = { id: 'e1', language: 'en', word: 'lead', pronunciation: 'led', ipa: null };
  const voice = { voice_name: 'Ada', provider: 'espeak', model: 'espeak-ng', dropped: [] };
  const { url, seen } = await service({
    'GET /api/v1/dictionary': json({
      data: [{ ...entry, method: 'spelled', context: { before: ['of', 'a bit'], after: [] } }],
      meta: META,
      pagination: { limit: 1, next: null, prev: null },
    }),
    'POST /api/v1/dictionary/preview': data({
      text: 'Some led.',
      voices: [
        { ...voice, link: { url: 'https://files.test/a.wav' }, reason: null },
        { ...voice, voice_name: 'Bo', link: null, reason: 'The key is invalid.' },
      ],
    }),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'vl_live_secret' });
  expect((await run(['dictionary', 'list'])).out).toBe('e1\ten\tlead\tspelled\tled\tof; a bit\t-\n');
  const heard = await run([
    ...['dictionary', 'preview', 'e1', '--workflow', 'w1'],
    ...['--locale', 'en-us', '--text', 'Some lead.'],
  ]);
  expect(heard.out).toBe(
    'Ada\tespeak\tespeak-ng\thttps://files.test/a.wav\nBo\tespeak\tespeak-ng\tThe key is invalid.\n',
  );
  expect(heard.err).toBe('Spoken: Some led.\n');
  expect(seen[1]?.body).toEqual({
    ...{ entry_id: 'e1', workflow_id: 'w1', locale: 'en-us', text: 'Some lead.' },
  });
});

test('review commands send the named lines, or the lines that the options select', async () => {
  const at = '/api/v1/reviews/r1';
  const { url, seen } = await service({
    [`POST ${at}/decisions`]: data({ saved_count: 1, conflicts_count: 1, conflicts: [{ is_locked: true }] }),
    [`POST ${at}/retry/preview`]: data({ expected_credits: 2, max_credits: 2, new_takes: 1, notes: [] }),
    [`POST ${at}/unlock`]: data({ unlocked_count: 3 }),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'vl_live_secret' });
  const decided = await run(['review', 'decide', 'r1', 'rejected', '2', '4', '--note', 'Slower.']);
  const hint = 'To change approvals with a locked take, add --unlock.';
  expect([decided.code, decided.out]).toEqual([1, `Saved: 1. Conflicts: 1. ${hint}\n`]);
  expect((await run(['review', 'retry', 'r1', '--preview'])).out).toContain('Expected cost: 2');
  const unlocked = await run(['review', 'unlock', 'r1', '--locale', 'de-de']);
  expect([unlocked.out, unlocked.err]).toEqual(['Unlocked: 3.\n', '']);
  expect((await run(['review', 'unlock', 'r1'])).code).toBe(2);
  expect((await run(['review', 'unlock', 'r1', '1', '--locale', 'de-de'])).code).toBe(2);
  const rejected = { decision: 'rejected', note: 'Slower.' };
  expect(seen.map(({ body }) => body)).toEqual([
    {
      entries: [
        { no: 2, ...rejected },
        { no: 4, ...rejected },
      ],
    },
    {},
    { filter: { locale: ['de-de'] } },
  ]);
});

test('review assign sends lines and one assignee, and review share prints the URL of the link', async () => {
  const at = '/api/v1/reviews/r1';
  const { url, seen } = await service({
    [`POST ${at}/assignments`]: data({ assignee: { name: 'Ada Winter' }, items_count: 2 }),
    [`POST ${at}/links`]: data({ url: 'https://voice.example.com/studio/enter#secret' }),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'vl_live_secret' });
  const assigned = await run([
    'review',
    'assign',
    'r1',
    '3',
    '8',
    '--to',
    'u1',
    '--due',
    '2027-01-01T00:00:00Z',
  ]);
  expect([assigned.code, assigned.out]).toEqual([0, 'Assigned 2 lines to Ada Winter.\n']);
  await run(['review', 'assign', 'r1', '--locale', 'de-de', '--guests', 'l1']);
  for (const wrong of [['3'], ['3', '--to', 'u1', '--guests', 'l1'], ['--to', 'u1']])
    expect((await run(['review', 'assign', 'r1', ...wrong])).code).toBe(2);
  const shared = await run(['review', 'share', 'r1', '--label', 'Client', '--locale', 'de-de']);
  expect(shared.out).toBe('https://voice.example.com/studio/enter#secret\n');
  expect(seen.map(({ body }) => body)).toEqual([
    { user_id: 'u1', nos: [3, 8], due_at: '2027-01-01T00:00:00Z' },
    { link_id: 'l1', filter: { locale: ['de-de'] } },
    { label: 'Client', permission: 'comment', locales: ['de-de'] },
  ]);
});

test('dictionary import, export and effects read and write files and print counts', async () => {
  const counts = { created_count: 1, replaced_count: 0, unchanged_count: 2 };
  const problems = [{ row: 3, message: 'No word.' }];
  const file = { filename: 'dictionary.csv', content_type: 'text/csv', content: 'word,ipa\n' };
  const line = { line_id: 'L1', locale_code: 'en-us', credits: 2, script: 'A gif.' };
  const { url, seen } = await service({
    'POST /api/v1/dictionary/import': data({ ...counts, problems, problems_count: 1 }),
    'GET /api/v1/dictionary/export': data({ ...file, entries_count: 3, omitted_count: 1 }),
    'POST /api/v1/dictionary/effects': data({
      ...{
        workflows_count: 1,
        lines_count: 1,
        takes_count: 1,
        credits: 2,
        is_complete: false,
        lines: [line],
      },
    }),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'vl_live_secret' });
  const path = join(await folder(), 'words.csv');
  await writeFile(path, 'word,ipa\ngif,dʒɪf\n');
  const loaded = await run(['dictionary', 'import', path, '--language', 'en', '--keep']);
  expect([loaded.code, loaded.out]).toEqual([0, '1 new, 0 replaced, 2 unchanged.\n']);
  expect(loaded.err).toContain('row 3: No word.');
  expect(seen[0]?.body).toEqual({
    ...{ format: 'csv', content: 'word,ipa\ngif,dʒɪf\n', language: 'en', on_conflict: 'keep' },
  });
  expect((await run(['dictionary', 'import', join(await folder(), 'words.txt')])).code).toBe(2);
  expect((await run(['dictionary', 'export', '--format', 'csv', '-o', path])).err).toContain('--force');
  const saved = await run(['dictionary', 'export', '--format', 'csv', '-o', path, '--force']);
  expect([saved.code, saved.out, await readFile(path, 'utf8')]).toEqual([0, `${path}\n`, 'word,ipa\n']);
  expect(saved.err).toContain('1 entry');
  const effects = await run(['dictionary', 'effects', 'gif', '--language', 'en']);
  expect([effects.code, effects.out]).toEqual([0, 'L1\ten-us\t2\tA gif.\n']);
  expect(effects.err).toContain('At least 1 line with 1 take: 2 credits');
});

test('uploads script sends every reading option by name, and rejects an unknown field of a line', async () => {
  const warnings = [{ row: 3, code: 'unclosed_quote', message: 'A quote opens.' }];
  const counts = { line_count: 0, generated_id_count: 0 };
  const reading = { ...counts, columns_used: [], columns_unused: [], skipped: [], warnings };
  const answer = data({ upload_id: 'u1', filename: 'a.csv', reading, lines: [] });
  let sent = '';
  const { url } = await service({
    'GET /api/v1/uploads/u1/script': (res, seen) => {
      sent = res.req.url ?? '';
      answer(res, seen);
    },
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'vl_live_secret' });
  const columns = ['--column', 'script=Final = text', '--column', 'line_id=Ref'];
  const flags = ['--language', 'en-us', '--csv-column', 'character_name', ...columns];
  const shown = await run(['uploads', 'script', 'u1', ...flags]);
  expect([shown.code, shown.out]).toEqual([0, expect.stringContaining('warning, row 3: A quote opens.')]);
  expect(Object.fromEntries(new URL(sent, url).searchParams)).toEqual({
    csv_has_header: 'true',
    csv_column: 'character_name',
    'columns.script': 'Final = text',
    'columns.line_id': 'Ref',
    source_language: 'en-us',
  });
  const { code, err } = await run(['uploads', 'script', 'u1', '--column', 'text=Final']);
  expect([code, err]).toEqual([2, expect.stringContaining('the field is one of line_id, script')]);
});

/** A service whose run stays pending until a client requests it, and then completes. */
async function slowService() {
  const base = '/api/v1/workflows/w1/runs/r1';
  let events: import('node:http').ServerResponse | undefined;
  let wasAsked = false;
  const { url } = await service({
    [`GET ${base}/events`]: (res) => {
      events = res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.write(
        `id: 1\ndata: ${JSON.stringify({ id: 1, type: 'run.status', data: { status: 'pending' } })}\n\n`,
      );
    },
    [`GET ${base}/status`]: (res, seen) => {
      data(runOf(wasAsked ? 'completed' : 'pending'))(res, seen);
      wasAsked = true;
      const ended = { id: 2, type: 'run.status', data: { status: 'completed' } };
      events?.end(`id: 2\ndata: ${JSON.stringify(ended)}\n\n`);
    },
  });
  return url;
}

test('watching a pending run reports that no worker has picked it up', async () => {
  const client = new Voiceloom({ apiKey: 'k', baseUrl: await slowService() });
  const handle = { ...runOf('pending'), ...client.runs.handle('w1', 'r1') } as unknown as RunHandle;
  const [warnings, stderr] = [[] as string[], new PassThrough()];
  const world = {
    env: {},
    stdin: process.stdin,
    stdout: stderr,
    stderr,
    signal: new AbortController().signal,
  };
  const context = { ...createContext(world, {}), warn: (text: string) => void warnings.push(text) };
  const ended = await watch(context, handle, 10);
  expect([ended.status, warnings]).toEqual(['completed', [expect.stringContaining('No worker has started')]]);
});

test.each([
  ['none', 'warning Readiness: database and storage are available; no worker is connected'],
  ['ok', 'ok      Readiness: database, storage and workers are available'],
])('the doctor reports workers that are %s', async (workers, expected) => {
  const checks = { database: 'ok', storage: 'ok', workers };
  const { url } = await service({
    'GET /health': data({ status: 'ok', version: '1' }),
    'GET /ready': data({ status: 'ready', checks }),
  });
  const { run } = await shell({ VOICELOOM_BASE_URL: url, VOICELOOM_API_KEY: 'vl_live_secret' });
  expect((await run(['doctor'])).out).toContain(expected);
});
