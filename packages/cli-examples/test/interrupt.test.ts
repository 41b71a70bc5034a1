import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCli } from '../src/cli.ts';
import { data, service } from './support/service.ts';
import { folder } from './support/shell.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** A command at a terminal that asks for input: its output, and how it ended. */
async function atTerminal(line: string[], act: (terminal: PassThrough, stop: AbortController) => void) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  const [stdout, stderr] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true })];
  const stop = new AbortController();
  const env = { HOME: await folder(), VOICELOOM_API_KEY: 'k', VOICELOOM_BASE_URL: 'http://127.0.0.1:9' };
  let said = '';
  const asked = new Promise<void>((resolve) => {
    stderr.on('data', (chunk) => {
      said += chunk;
      if (said.includes(': ')) resolve();
    });
  });
  const code = runCli(line, { env, stdin, stdout, stderr, signal: stop.signal });
  await asked;
  act(stdin, stop);
  return { code: await code, said };
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

test.each([
  ['Ctrl-C', (terminal: PassThrough) => void terminal.write(CTRL_C)],
  ['Ctrl-D', (terminal: PassThrough) => void terminal.write(CTRL_D)],
  ['the end of the terminal', (terminal: PassThrough) => void terminal.end()],
  ['a signal', (_terminal: PassThrough, stop: AbortController) => stop.abort()],
])(
  '%s at a prompt is not a confirmation: nothing is done, and the command is interrupted',
  async (_, act) => {
    expect((await atTerminal(['login'], act)).code).toBe(130);
    expect((await atTerminal(['workflows', 'delete', 'w1'], act)).code).toBe(130);
  },
);

test('a typed secret is not shown', async () => {
  const { code, said } = await atTerminal(['login'], (terminal) => void terminal.write('vl_live_secret\r'));
  expect(code).toBe(7);
  expect(said).not.toContain('secret');
});

test('any input except yes changes nothing', async () => {
  const { code, said } = await atTerminal(
    ['workflows', 'delete', 'w1'],
    (terminal) => void terminal.write('n\r'),
  );
  expect([code, said]).toEqual([2, expect.stringContaining('Nothing was changed.')]);
});

test('Ctrl-C while a run is watched ends the watching, and prints how to resume it', async () => {
  const base = '/api/v1/workflows/w1/runs';
  const run = { id: 'r1', workflow_id: 'w1', run_number: 1, status: 'running', error: null };
  const event = { id: 1, type: 'run.status', data: { status: 'running' } };
  const { url, seen } = await service({
    [`POST ${base}`]: data(run, 202),
    [`GET ${base}/r1/events`]: (res) =>
      void res
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(`id: 1\ndata: ${JSON.stringify(event)}\n\n`),
  });
  const env = {
    PATH: process.env.PATH,
    HOME: await folder(),
    VOICELOOM_API_KEY: 'k',
    VOICELOOM_BASE_URL: url,
  };
  const child = spawn(process.execPath, [main, 'run', 'w1', '--watch'], { env });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
    // A second signal would end it immediately.
    if (said.includes('run: running') && !child.killed) child.kill('SIGINT');
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, said]).toEqual([130, expect.stringContaining('voiceloom runs watch w1 r1')]);
  expect(seen.map(({ route }) => route)).not.toContain(`POST ${base}/r1/cancel`);
});
