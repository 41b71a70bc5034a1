import { setTimeout as delay } from 'node:timers/promises';
import type { Load } from './load.ts';
import type { Machine } from './machines.ts';
import type { Database } from './postgres.ts';
import type { Services } from './services.ts';
import type { Storage } from './storage.ts';
import { waitFor } from './wait.ts';

export interface Fleet {
  database: Database;
  storage: Storage;
  services: Services;
  load: Load;
}

export interface SceneOptions {
  /** How many times workers are killed. API processes are killed a fifth as often. */
  kills: number;
  /** How long the bucket responds with 503. */
  bucket_away_s: number;
}

/** When a fault began, and when everything that the service needs was available again, in milliseconds since 1970. */
export interface Fault {
  began: number;
  ended: number;
}

export interface Scene {
  name: string;
  title: string;
  /** The time limit of the fault, without the runs that end after it. */
  limit_s: (options: SceneOptions) => number;
  play(fleet: Fleet, options: SceneOptions): Promise<Fault>;
  /** Guarantees beyond those of every scene. */
  promises?: {
    /** Clients see no error at all. */
    no_errors?: boolean;
    /** The maximum time from the end of the fault to the last error of a client. */
    served_within_s?: number;
    /** The maximum time until the lines of a lost worker are requested again. */
    taken_over_within_s?: number;
    /** Each line is requested from the provider only once. */
    asks_once?: boolean;
  };
}

const CUT_MS = 15_000;
const PAUSE_MS = 2_000;

const within = (seconds: number) => () => seconds;

export const SCENES: readonly Scene[] = [
  {
    name: 'quiet',
    title: 'nothing',
    limit_s: within(60),
    promises: { no_errors: true, asks_once: true },
    play: () => createFault(20_000),
  },
  {
    name: 'primary-killed',
    title: 'primary of PostgreSQL killed, with its machine',
    limit_s: within(180),
    promises: { served_within_s: 5 },
    async play({ database }) {
      const lost = await database.primary();
      const began = Date.now();
      lost.powerOff();
      const ended = await promotion(database, lost);
      await delay(CUT_MS);
      lost.powerOn();
      await database.whole();
      return { began, ended };
    },
  },
  {
    name: 'postmaster-killed',
    title: 'postmaster of the primary killed',
    limit_s: within(120),
    async play({ database }) {
      const primary = await database.primary();
      const began = Date.now();
      primary.kill('bin/postgres');
      await delay(CUT_MS);
      await database.whole();
      return { began, ended: began };
    },
  },
  {
    name: 'worker-lost',
    title: 'a worker gone for 30 s',
    limit_s: within(90),
    promises: { no_errors: true, taken_over_within_s: 15 },
    async play({ services }) {
      const worker = await speakingWorker(services);
      worker.powerOff();
      const fault = await createFault(30_000);
      worker.powerOn();
      await allReady(services);
      return fault;
    },
  },
  {
    name: 'workers-without-database',
    title: 'two workers cut from the database, 15 s',
    limit_s: within(90),
    promises: { no_errors: true },
    play: ({ database, services }) => cut([database.proxy, database.pooler], services.workers.slice(0, 2)),
  },
  {
    name: 'workers-without-storage',
    title: 'two workers cut from the bucket, 15 s',
    limit_s: within(90),
    promises: { no_errors: true, asks_once: true },
    play: ({ storage, services }) => cut([storage.machine], services.workers.slice(0, 2)),
  },
  {
    name: 'workers-killed',
    title: 'workers killed, one after the other',
    limit_s: ({ kills }) => 60 + kills * 10,
    promises: { no_errors: true },
    async play({ services }, { kills }) {
      const began = Date.now();
      for (let count = 0; count < kills; count++) {
        const worker = services.workers[count % services.workers.length];
        worker?.powerOff();
        worker?.powerOn();
        await delay(PAUSE_MS);
      }
      await allReady(services);
      return { began, ended: Date.now() };
    },
  },
  {
    name: 'apis-killed',
    title: 'API processes killed, one after the other',
    limit_s: ({ kills }) => 60 + kills * 4,
    async play({ services }, { kills }) {
      const began = Date.now();
      for (let count = 0; count < kills / 5; count++) {
        const api = services.apis[count % services.apis.length];
        api?.powerOff();
        api?.powerOn();
        await allReady(services);
        await delay(PAUSE_MS);
      }
      return { began, ended: Date.now() };
    },
  },
  {
    name: 'rolling-restart',
    title: 'rolling restart of all processes',
    limit_s: within(240),
    promises: { no_errors: true },
    async play({ services }) {
      const began = Date.now();
      for (const machine of [...services.workers, ...services.apis]) {
        await machine.stop('service', 'SIGTERM');
        services.start(machine);
        await allReady(services);
      }
      return { began, ended: Date.now() };
    },
  },
  {
    name: 'disk-full',
    title: 'disk of the primary full, 20 s',
    limit_s: within(240),
    async play({ database }) {
      const node = await database.primary();
      const began = Date.now();
      // Fills the space again that PostgreSQL frees when it restarts.
      for (; Date.now() - began < 20_000; await delay(500)) await database.fillDisk(node);
      await database.clearDisk(node);
      const ended = Date.now();
      // etcd exits if it cannot write, so this restarts it.
      node.powerOn();
      await database.whole();
      return { began, ended };
    },
  },
  {
    name: 'bucket-slow',
    title: 'bucket at 1 Mbit/s, 20 s',
    limit_s: within(120),
    promises: { asks_once: true },
    async play({ storage }) {
      const heal = storage.machine.slowDown(1_000);
      const fault = await createFault(20_000);
      heal();
      return fault;
    },
  },
  {
    name: 'bucket-away',
    title: 'bucket answers with 503',
    limit_s: ({ bucket_away_s }) => bucket_away_s + 60,
    promises: { asks_once: true },
    async play({ storage }, { bucket_away_s }) {
      await storage.refuse(true);
      const fault = await createFault(bucket_away_s * 1_000);
      await storage.refuse(false);
      return fault;
    },
  },
];

/** A fault that lasts this long, during which the caller does nothing. */
async function createFault(ms: number): Promise<Fault> {
  const began = Date.now();
  await delay(ms);
  return { began, ended: Date.now() };
}

/** A worker that is waiting for a response of the provider. */
async function speakingWorker({ workers, speechCalls }: Services): Promise<Machine> {
  for (let tries = 0; tries < 600; tries++) {
    const last = (await speechCalls()).at(-1);
    const worker = workers.find(({ address }) => last?.from.endsWith(address));
    if (last && worker && Date.now() - last.at < 300) return worker;
    await delay(50);
  }
  throw new Error('No worker requested speech.');
}

/** Waits until another node is the primary, and returns the time. */
async function promotion(database: Database, lost: Machine): Promise<number> {
  const isPromoted = async () => (await database.primary()) !== lost;
  await waitFor('a new primary', isPromoted, { within_s: 60, every_ms: 100 });
  return Date.now();
}

/** Drops every packet from these machines to the workers for some time. */
async function cut(machines: Machine[], workers: Machine[]): Promise<Fault> {
  const heal = machines.flatMap((machine) => workers.map((worker) => machine.dropPacketsTo(worker)));
  const fault = await createFault(CUT_MS);
  for (const end of heal) end();
  return fault;
}

const allReady = ({ apis, workers, isReady }: Services) =>
  waitFor(
    'all processes of the service',
    async () => (await Promise.all([...apis, ...workers].map(isReady))).every(Boolean),
    { within_s: 60 },
  );
