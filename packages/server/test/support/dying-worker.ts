import type pg from 'pg';
import { buildApp } from '../../src/build-app.ts';
import { readConfig } from '../../src/config/config.ts';
import { createDb, createPool } from '../../src/db/index.ts';
import { handleChunk } from '../../src/engine/chunks/handle.ts';
import { scriptedSpeech } from './fake-speech.ts';

/**
 * A worker process for one chunk that kills itself, as `kill -9` does, before the statement KILL_BEFORE of the first
 * transaction that settles takes, or right after its commit, before anybody hears of it. Ends with 0 when that
 * transaction has fewer statements.
 */
const { CHUNK_ID = '', RUN_ID = '', KILL_BEFORE = '', DATABASE_URL = '', DATA_DIR = '' } = process.env;
const { PROVIDER_URLS = '', PROVIDER_HOSTS_ALLOWED = '' } = process.env;
/** The first statement of the settling transaction. No other transaction begins with it. */
const FIRST = 'insert into "attempt"';

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

let settling = 0;

function dying(query: Query): Query {
  let statement = 0;
  let here = false;
  return async (text, values) => {
    statement = text === 'begin' ? 1 : statement + 1;
    if (text === 'begin') here = false;
    if (statement === 2 && text.startsWith(FIRST)) {
      settling += 1;
      here = settling === 1;
    }
    if (here && String(statement) === KILL_BEFORE) await die();
    const result = await query(text, values);
    if (here && text === 'commit' && KILL_BEFORE === 'answer') await die();
    return result;
  };
}

function dyingPool(): pg.Pool {
  const onError = (error: Error): void => void process.stderr.write(`${error.message}\n`);
  const pool = createPool({ connectionString: DATABASE_URL, max: 4, onError });
  pool.on('connect', (client) => {
    const plain = client.query.bind(client) as unknown as Query;
    Object.assign(client, { query: dying(plain) });
  });
  return pool;
}

const partners = { PROVIDER_URLS, PROVIDER_HOSTS_ALLOWED };
const config = readConfig(
  { NODE_ENV: 'test', LOG_LEVEL: 'warn', DATABASE_URL, DATA_DIR, ...partners },
  DATA_DIR,
);
const speech = scriptedSpeech({ durationMs: () => 300 }).providers;
const { app, close } = await buildApp(config, { role: 'api', speech });
const pool = dyingPool();
const dyingApp = { ...app, db: createDb(pool) };
const signal = new AbortController().signal;
await handleChunk(dyingApp, { chunk_id: CHUNK_ID, run_id: RUN_ID, tries: 0, signal });
if (settling === 0) process.exitCode = 2;
await pool.end();
await close();
