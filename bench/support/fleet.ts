import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../../packages/server/src/app.ts';
import { readConfig } from '../../packages/server/src/config/config.ts';
import { buildApp } from '../../packages/server/src/programs/build-app.ts';
import { allowOwnKeys, giveKey } from '../../packages/server/test/support/own-keys.ts';
import { spawnWorker, type WorkerProcess } from '../../packages/server/test/support/processes.ts';
import { cpuSeconds, makeWorkflow, type Place, postgresPids } from './engine-runs.ts';
import { openStage } from './processes.ts';

/** The highest concurrency limit that a provider key can have. */
const PROVIDER_SLOTS = 64;
/** The time after which workers have seen a new limit: they read it when they renew their share of it. */
const LEASE_RENEWED_MS = 3_000;

export interface FleetOptions {
  /** How long the provider takes for a line. */
  wait_ms?: number;
  /** How much audio the provider returns for each character. */
  ms_per_character?: number;
  /** Settings of the workers. */
  settings?: Record<string, string>;
}

/** The place of a run, and the generator config that uses the provider. */
export interface Spoken {
  place: Place;
  generator: { provider: string; model: string; voice_id: string };
}

export interface CpuSeconds {
  workers: number;
  database: number;
}

/** Workers in separate processes, with a database and a speech provider that waits instead of computing. */
export interface Fleet {
  /** Starts runs but does not process them. */
  app: App;
  /** Where the processes keep their files. */
  directory: string;
  workers: WorkerProcess[];
  addWorker(): Promise<void>;
  makePlace(): Promise<Spoken>;
  /** Raises the concurrency limit of the provider's key to the maximum. Call it after a first run. */
  liftProviderLimit(): Promise<void>;
  /** How often the provider was called, and for how many different texts. */
  providerCalls(): Promise<{ calls: number; texts: number }>;
  /** Starts the database again after a crash, on the same port. */
  restartDatabase(): Promise<void>;
  /** The CPU time so far. The time of the workers includes their speech processes. */
  cpu(): Promise<CpuSeconds>;
  close(): Promise<void>;
}

export async function openFleet(options: FleetOptions = {}): Promise<Fleet> {
  const stage = await openStage();
  const speech = await stage.start('./support/speech-server.ts', {
    WAIT_MS: String(options.wait_ms ?? 0),
    MS_PER_CHARACTER: String(options.ms_per_character ?? 65),
  });
  const settings = {
    DATABASE_URL: stage.databaseUrl,
    DATA_DIR: stage.directory,
    PROVIDER_ALLOWED_HOSTS: new URL(speech.url).host,
    ...options.settings,
  };
  const config = readConfig({ ...settings, LOG_LEVEL: 'error' }, stage.directory);
  const { app, close } = await buildApp(config, { role: 'api' });
  await allowOwnKeys(app);
  const workers: WorkerProcess[] = [];

  async function addWorker(): Promise<void> {
    const worker = spawnWorker({ ...settings, LOG_LEVEL: 'info' });
    workers.push(worker);
    while (!worker.output().includes('"msg":"started"')) {
      if ((await Promise.race([worker.ended, delay(50, 'waiting')])) !== 'waiting')
        throw new Error(`The worker did not start:\n${worker.output()}`);
    }
  }

  async function makePlace(): Promise<Spoken> {
    const place = await makeWorkflow(app, { graph: { nodes: [], edges: [] } } as never);
    const owner = { user_id: place.user, workspace_id: place.workspace };
    const credentials = { api_key: 'sk-bench', base_url: speech.url };
    await giveKey(app, owner, { provider: 'openai_compatible', credentials });
    const { id } = await app.db
      .selectFrom('voice')
      .select('id')
      .where('workspace_id', '=', place.workspace)
      .executeTakeFirstOrThrow();
    return { place, generator: { provider: 'openai_compatible', model: 'tts-1', voice_id: id } };
  }

  return {
    app,
    directory: stage.directory,
    workers,
    addWorker,
    makePlace,
    async liftProviderLimit() {
      await app.db.updateTable('provider_concurrency').set({ slots: PROVIDER_SLOTS }).execute();
      await delay(LEASE_RENEWED_MS);
    },
    async providerCalls() {
      const response = await fetch(speech.url);
      return (await response.json()) as { calls: number; texts: number };
    },
    restartDatabase: stage.restartDatabase,
    async cpu() {
      const pids = workers.flatMap(({ pid }) => [pid, ...childrenOf(pid)]);
      return { workers: cpuSeconds(pids), database: cpuSeconds(await postgresPids(app)) };
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await close();
      await stage.close();
    },
  };
}

/** pgrep fails if it finds no process; then this returns an empty list. */
function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)])
      .toString()
      .trim()
      .split('\n')
      .map(Number);
  } catch {
    return [];
  }
}
