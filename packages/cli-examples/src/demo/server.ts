import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The demo's server, with its URL, a token, and a function to stop it. */
export type DemoServer = { url: string; token: string; stop: () => Promise<void> };

const SERVE = fileURLToPath(new URL('../../../server/src/bin/serve.ts', import.meta.url));
const START_MS = 120_000;
const STOP_MS = 20_000;
/** How much of the output of a server that fails is shown. */
const LAST_WORDS = 4_000;

/** Omits shell settings that would connect the demo to other services; a compile cache makes a start faster. */
function environment(folder: string, readyFile: string, settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TMP, TEMP, SystemRoot, LANG, LC_ALL, USER, NODE_COMPILE_CACHE } = process.env;
  const inherited = { PATH, HOME, TMPDIR, TMP, TEMP, SystemRoot, LANG, LC_ALL, USER, NODE_COMPILE_CACHE };
  return { ...inherited, ...settings, DATA_DIR: folder, PORT: '0', READY_FILE: readyFile, LOG_LEVEL: 'info' };
}

type Watched = { child: ChildProcess; exited: Promise<string>; lastWords: () => Promise<string> };

/** Runs the server with its output in a log file. */
async function launch(env: NodeJS.ProcessEnv, logFile: string): Promise<Watched> {
  const log = await open(logFile, 'w', 0o600);
  // A separate process group, so that Ctrl-C only reaches the demo, which then stops the server cleanly.
  const child = spawn(process.execPath, [SERVE], { env, stdio: ['ignore', log.fd, log.fd], detached: true });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`),
    );
  });
  await log.close();
  return {
    child,
    exited,
    lastWords: async () => (await readFile(logFile, 'utf8')).slice(-LAST_WORDS).trim(),
  };
}

type Ready = { url: string; token: string };

/** The address and the token of the server, once its file is complete. */
async function readReady(path: string): Promise<Ready | undefined> {
  try {
    const ready = JSON.parse(await readFile(path, 'utf8')) as Partial<Ready>;
    return ready.url && ready.token ? { url: ready.url, token: ready.token } : undefined;
  } catch {
    // The file does not exist yet or is incomplete.
    return undefined;
  }
}

/** Waits until the server has written its address. Throws if it ends, or takes too long. */
async function waitUntilReady(watched: Watched, readyFile: string, signal: AbortSignal): Promise<Ready> {
  let exit: string | undefined;
  watched.exited.then((exitText) => {
    exit = exitText;
  }, undefined);
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(50, undefined, { signal })) {
    const ready = await readReady(readyFile);
    if (ready) return ready;
    if (exit !== undefined) throw new Error(`The server ended with ${exit}.\n${await watched.lastWords()}`);
  }
  throw new Error(`The server was not ready within ${START_MS / 1000} s.\n${await watched.lastWords()}`);
}

async function stop({ child, exited }: Watched): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
}

/** Starts the server with embedded defaults and `settings`, with its data in `folder`, on a free port. */
export async function startServer(
  folder: string,
  signal: AbortSignal,
  settings: NodeJS.ProcessEnv = {},
): Promise<DemoServer> {
  await mkdir(folder, { recursive: true });
  const readyFile = join(folder, 'ready.json');
  await rm(readyFile, { force: true });
  const env = environment(folder, readyFile, settings);
  const watched = await launch(env, join(folder, 'server.log'));
  // Stops the server however the demo ends.
  process.once('exit', () => watched.child.kill('SIGTERM'));
  try {
    const ready = await waitUntilReady(watched, readyFile, signal);
    return { ...ready, stop: () => stop(watched) };
  } catch (error) {
    await stop(watched);
    throw error;
  }
}
