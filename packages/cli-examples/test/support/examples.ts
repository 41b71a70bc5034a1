import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode, durationMs } from '@voiceloom/audio';
import { Voiceloom } from '@voiceloom/sdk';
import { type DemoServer, startServer } from '../../src/demo/server.ts';

const EXAMPLES = fileURLToPath(new URL('../../src/examples/', import.meta.url));
const PLANS = new URL('../../../server/data/plans.json', import.meta.url);
const START_MS = 120_000;

/**
 * The service, with a plan that allows own provider keys, guests and several runs at once. It may send
 * requests to this machine.
 */
export async function startService(
  home: string,
  providerHosts: string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<DemoServer> {
  const { plans } = JSON.parse(await readFile(PLANS, 'utf8'));
  const file = join(home, 'plans.json');
  const [free, ...others] = plans;
  const limits = { ...free.limits, byok_enabled: 1, seats: 3, concurrent_runs_per_user: 'unlimited' };
  await writeFile(file, JSON.stringify({ plans: [{ ...free, limits }, ...others] }));
  return startServer(join(home, 'server'), AbortSignal.timeout(START_MS), {
    PLANS_FILE: file,
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    PROVIDER_ALLOWED_HOSTS: providerHosts.join(','),
    ...settings,
  });
}

/** A running program: its output so far, and how it ended. */
export interface Program {
  child: ChildProcess;
  said: () => string;
  /** Resolves when the output contains `text`. Rejects if the program ends first. */
  says: (text: string) => Promise<void>;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/**
 * Starts a program in `folder`. Its environment contains only PATH, the compile cache and the given
 * variables.
 */
export function start(
  line: readonly [command: string, ...args: string[]],
  folder: string,
  env: NodeJS.ProcessEnv,
): Program {
  const [command, ...args] = line;
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const { NODE_COMPILE_CACHE } = process.env;
  const child = spawn(command, args, { cwd: folder, env: { PATH, NODE_COMPILE_CACHE, ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => stdout.includes(text) && resolve();
      child.stdout.on('data', look);
      child.once('close', () => reject(new Error(`It ended without ${JSON.stringify(text)}: ${stderr}`)));
      look();
    });
  return { child, said: () => stdout, says, ended };
}

/** The decoded audio of a file. */
export async function hear(path: string) {
  const bytes = await readFile(path);
  const { pcm, format } = await decode(bytes);
  let [sum, peak, count] = [0, 0, 0];
  for (const channel of pcm.channels)
    for (const sample of channel) {
      sum += sample * sample;
      peak = Math.max(peak, Math.abs(sample));
      count += 1;
    }
  const dB = (value: number) => 20 * Math.log10(value);
  return {
    ...{ bytes, format, duration_ms: durationMs(pcm), sampleRate: pcm.sampleRate },
    ...{ channels: pcm.channels.length, rms_dbfs: dB(Math.sqrt(sum / count)), peak_dbfs: dB(peak) },
  };
}

/** Runs examples against a service, each in its own folder. */
export function stage(server: DemoServer, home: string) {
  const client = new Voiceloom({ baseUrl: server.url, token: server.token });
  const env = { VOICELOOM_BASE_URL: server.url, VOICELOOM_TOKEN: server.token };
  const lineOf = (name: string, args: string[]): [string, ...string[]] =>
    name.endsWith('.sh')
      ? ['sh', join(EXAMPLES, name), ...args]
      : [process.execPath, join(EXAMPLES, name), ...args];
  return {
    client,
    env,
    folder: () => mkdtemp(join(home, 'example-')),
    /** Starts an example and does not wait for it. */
    begin: (name: string, folder: string, more: NodeJS.ProcessEnv = {}) =>
      start(lineOf(name, []), folder, { ...env, ...more }),
    /** The remaining credits of the account. */
    async balance(): Promise<number> {
      const { remaining } = await client.users.getCredits();
      if (remaining === null) throw new Error('The plan of the account has no limit.');
      return remaining;
    },
    /** The newest run of the workflow of this name. */
    async runOf(name: string) {
      const [workflow] = await client.workflows.list({ search: name }).toArray({ limit: 1 });
      if (workflow === undefined) throw new Error(`There is no workflow ${name}.`);
      const [run] = await client.runs.list(workflow.id).toArray({ limit: 1 });
      if (run === undefined) throw new Error(`${name} has no run.`);
      const rows = await client.runs.data(workflow.id, run.id).toArray({ limit: 1_000 });
      return { workflow, run, rows, cards: rows.flatMap(({ cards }) => cards) };
    },
  };
}
