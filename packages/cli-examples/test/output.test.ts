import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runCli } from '../src/cli.ts';
import { fileNameOf } from '../src/commands/download.ts';
import { endText } from '../src/demo/summary.ts';
import { safeJson, safeText } from '../src/terminal/terminal-text.ts';
import { data, json, META, service } from './support/service.ts';
import { folder, shell } from './support/shell.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const KEY = { VOICELOOM_API_KEY: 'vl_live_test' };
/** Red text, a new window title, cursor up, and right-to-left override. */
const EVIL = '\u001b[31mred\u001b]0;title\u0007\u009b1A\u202eevil\r';
/** Control characters that a terminal executes. The program itself writes tabs and line feeds. */
const OBEYED = /(?![\n\t])[\p{Cc}\u202e]/u;

test('names from the service cannot send control sequences to the terminal', async () => {
  const workflow = {
    id: 'w1',
    name: `${EVIL}\nw2\tforged`,
    runs_count: 1,
    last_run_status: null,
    updated_at: '2026',
  };
  const { url } = await service({
    'GET /api/v1/workflows': json({ data: [workflow], meta: META, pagination: { limit: 1, next: null } }),
    'GET /api/v1/workflows/w1': json({ error: { code: 'NOT_FOUND', message: EVIL }, meta: META }, 404),
  });
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: url });
  const listed = await run(['workflows', 'list']);
  expect(listed.out).not.toMatch(OBEYED);
  expect(listed.out.trim().split('\n')).toHaveLength(1);
  expect(listed.out.trim().split('\t')).toHaveLength(5);
  expect((await run(['workflows', 'get', 'w1'])).err).not.toMatch(OBEYED);
  const asJson = (await run(['workflows', 'list', '--json'])).out;
  expect(asJson).not.toMatch(OBEYED);
  expect(JSON.parse(asJson)[0].name).toBe(workflow.name);
});

test('text stays unchanged except for terminal control sequences', () => {
  expect(safeText('Grüße, 東京 👋\n\ttab')).toBe('Grüße, 東京 👋\n\ttab');
  expect(JSON.parse(safeJson({ text: EVIL }))).toEqual({ text: EVIL });
  for (const mark of '\u061c\u200e\u200f\u202a\u202e\u2066\u2069') expect(safeText(mark)).toBe('\ufffd');
});

test('a pipe gets a line for each row, with tabs in between and no frame', async () => {
  const runs = [4, 3].map((run_number) => ({
    ...{ id: `r${run_number}`, run_number, status: 'completed', credits: 3, created_at: '2026' },
    usage_summary: { lines: 2 },
  }));
  const { url } = await service({
    'GET /api/v1/workflows/w1/runs': json({ data: runs, meta: META, pagination: { limit: 20, next: null } }),
  });
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: url });
  expect((await run(['runs', 'list', 'w1'])).out).toBe(
    '4\tr4\tcompleted\t2\t3\t2026\n3\tr3\tcompleted\t2\t3\t2026\n',
  );
});

test.each([
  ['../../../evil.zip', 'evil.zip'],
  ['..\\..\\evil.zip', 'evil.zip'],
  ['.bashrc', 'bashrc'],
  ['..', 'run.zip'],
  ['', 'run.zip'],
  ['C:evil.zip', 'evil.zip'],
  ['a\u001b[2Jb.zip', 'a\ufffd[2Jb.zip'],
  ['Harbor tales 東京 12.zip', 'Harbor tales 東京 12.zip'],
])('the name %j from the service becomes the file %j', (name, file) => {
  expect(fileNameOf(name)).toBe(file);
});

async function download(filename: string) {
  const files = await service({ 'GET /files/1': (res) => res.end('zip bytes') });
  const link = { url: `${files.url}/files/1`, filename, expires_at: META.timestamp };
  const api = await service({ 'GET /api/v1/workflows/w1/runs/r1/download': data(link) });
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: api.url });
  return (...more: string[]) => run(['runs', 'download', 'w1', 'r1', ...more]);
}

test('an existing file is not overwritten by one that the service names, unless requested', async () => {
  const place = await folder();
  const get = await download('../../run-4.zip');
  const path = join(place, 'run-4.zip');
  expect((await get('-o', place)).out).toBe(`${path}\n`);
  await writeFile(path, 'mine');
  const { code, err } = await get('-o', place);
  expect([code, err]).toEqual([2, expect.stringContaining('--force')]);
  expect(await readFile(path, 'utf8')).toBe('mine');
  expect((await get('-o', place, '--force')).code).toBe(0);
  expect(await readFile(path, 'utf8')).toBe('zip bytes');
  expect(await readdir(place)).toEqual(['run-4.zip']);
});

test('files of a run are saved one by one, and an interrupted download resumes', async () => {
  const place = await folder();
  const fetched: string[] = [];
  let isBroken = true;
  const { url } = await service({
    'GET /audio/1': (res) => {
      fetched.push('1');
      res.end('one');
    },
    'GET /audio/2': (res) => {
      fetched.push('2');
      if (isBroken) res.writeHead(404).end('{}');
      else res.end('two');
    },
    'GET /list': (res) => res.end(list.map((line) => JSON.stringify(line)).join('\n')),
  });
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const list = ['one', 'two'].map((text, at) => ({
    ...{ file: `en-us/${text}.mp3`, url: `${url}/audio/${at + 1}`, size_bytes: 3, sha256: sha256(text) },
  }));
  const link = { url: `${url}/list`, filename: 'run-4.jsonl', expires_at: META.timestamp };
  const api = await service({ 'GET /api/v1/workflows/w1/runs/r1/download': data(link) });
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: api.url });
  const line = ['download', 'w1', 'r1', '--files', '-o', join(place, 'out')];
  expect((await run(line)).code).toBe(4);
  isBroken = false;
  fetched.length = 0;
  const { code, out, err } = await run(line);
  expect([code, err]).toEqual([0, '1 of 2 files already exists.\n']);
  expect(out.trim().split('\n')).toEqual(
    ['one', 'two'].map((name) => join(place, 'out/en-us', `${name}.mp3`)),
  );
  expect(fetched).toEqual(['2']);
  expect((await readdir(join(place, 'out/en-us'))).sort()).toEqual(['one.mp3', 'two.mp3']);
  await writeFile(join(place, 'out/en-us/one.mp3'), 'bad');
  await run(line);
  expect(await readFile(join(place, 'out/en-us/one.mp3'), 'utf8')).toBe('one');
});

test('options that --files would ignore are rejected', async () => {
  const { run } = await shell(KEY);
  const { code, err } = await run(['download', 'w1', 'r1', '--files', '--format', 'pickups']);
  expect([code, err]).toEqual([2, expect.stringContaining('--format')]);
});

test('events are not read faster than they are written', async () => {
  const events = Array.from({ length: 200 }, (_, id) => ({ id: id + 1, type: 'progress', at: '', data: {} }));
  const { url } = await service({
    'GET /api/v1/workflows/w1/runs/r1/events': (res) =>
      res
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(
          [...events, { ...events[0], id: 201, type: 'run.status', data: { status: 'completed' } }]
            .map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`)
            .join(''),
        ),
  });
  let most = 0;
  let lines = 0;
  const stdout = new Writable({
    highWaterMark: 1,
    write: (_line, _encoding, done) => {
      most = Math.max(most, stdout.writableLength);
      lines += 1;
      setImmediate(done);
    },
  });
  const env = { ...KEY, VOICELOOM_BASE_URL: url, HOME: await folder() };
  const signal = new AbortController().signal;
  const world = { env, stdin: Readable.from(['']), stdout, stderr: new PassThrough(), signal };
  expect(await runCli(['runs', 'events', 'w1', 'r1'], world)).toBe(0);
  expect([lines, most < 200]).toEqual([201, true]);
});

test('a file of a run outside of its folder is rejected before any is downloaded', async () => {
  const { url, seen } = await service({
    'GET /list': (res) => res.end(JSON.stringify({ file: '../../x', url: `${url}/x` })),
  });
  const link = { url: `${url}/list`, filename: 'run-4.jsonl', expires_at: META.timestamp };
  const api = await service({ 'GET /api/v1/workflows/w1/runs/r1/download': data(link) });
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: api.url });
  const { code, err } = await run(['download', 'w1', 'r1', '--files', '-o', await folder()]);
  expect([code, err]).toEqual([1, expect.stringContaining('a file path outside the folder')]);
  expect(seen.map(({ route }) => route)).toEqual(['GET /list']);
});

test('--verbose prints each request, and never the credential', async () => {
  const { url } = await service({ 'GET /api/v1/auth/whoami': data({ auth_kind: 'api_key', scopes: [] }) });
  const { run } = await shell({ ...KEY, VOICELOOM_BASE_URL: url });
  const { err } = await run(['whoami', '--verbose']);
  expect(JSON.parse(err).log).toMatchObject({ operation: 'auth.whoami', method: 'GET', status: 200 });
  expect(err).not.toContain(KEY.VOICELOOM_API_KEY);
});

test('errors with --json are one line of JSON on stderr, also usage errors', async () => {
  const { run } = await shell();
  for (const line of [['frobnicate'], ['runs'], ['whoami'], ['workflows', 'delete', 'w1']]) {
    const { out, err, code } = await run([...line, '--json']);
    expect(code).toBeGreaterThan(1);
    expect([out, err.trim().split('\n').length]).toEqual(['', 1]);
    expect(JSON.parse(err).error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  }
});

test('a reader that stops early ends the program without an error, on stdout and on stderr', async () => {
  const place = await folder();
  await mkdir(join(place, 'home'));
  const script = `
    "$NODE" "$MAIN" --help | true; echo "\${PIPESTATUS[0]}"
    "$NODE" "$MAIN" frobnicate 2>&1 >/dev/null | true; echo "\${PIPESTATUS[0]}"`;
  const env = { PATH: process.env.PATH, NODE: process.execPath, MAIN: main, HOME: join(place, 'home') };
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], { env });
  const [read = '', told = ''] = stdout.trim().split('\n');
  // 2 if the output was complete before the reader closed the pipe. An uncaught error would exit with 1.
  expect([read, ['0', '2'].includes(told), stderr]).toEqual(['0', true, '']);
});

test('a group of commands without a command, or no command, prints the help', async () => {
  const { run } = await shell();
  for (const line of [[], ['runs'], ['workflows']]) {
    const { code, out, err } = await run(line);
    expect([code, out, err]).toEqual([0, expect.stringContaining('Commands:'), '']);
  }
  expect((await run(['runs', 'lst'])).code).toBe(2);
});

test('an abbreviated option is rejected with the full name', async () => {
  const { run } = await shell({ VOICELOOM_API_KEY: 'k' });
  const { code, err } = await run(['api', 'voices.list', '--lang', 'de']);
  expect([code, err]).toEqual([2, expect.stringContaining('(Did you mean --language?)')]);
});

test('an unavailable service is reported with advice in every command', async () => {
  const { run } = await shell({ VOICELOOM_API_KEY: 'k', VOICELOOM_BASE_URL: 'http://127.0.0.1:9' });
  const advice = 'Is it running? Set --base-url or VOICELOOM_BASE_URL to its address.';
  const { code, err } = await run(['workflows', 'list']);
  expect([code, err]).toEqual([7, expect.stringContaining(advice)]);
  const { out } = await run(['doctor']);
  expect(out.split(advice)).toHaveLength(2);
});

test('the demo ends with the path of its ZIP and the next steps in two lines', () => {
  const [zip, listen, next, ...more] = endText({ zip: '/demo/output/2.zip', folder: '/demo/output/2' }).split(
    '\n',
  );
  expect(zip).toBe('The ZIP: /demo/output/2.zip');
  expect(listen).toContain(join('/demo/output/2', 'report.html'));
  expect([next?.includes('npm start'), more]).toEqual([true, []]);
});
