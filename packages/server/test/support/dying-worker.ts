import { writeSync } from 'node:fs';
import { readConfig } from '../../src/config/config.ts';
import { SELLER_PLANS_FILE } from '../../src/config/plans-file.ts';
import { createDb } from '../../src/db/index.ts';
import { buildApp } from '../../src/programs/build-app.ts';
import { committingTogether, dyingPool } from './death.ts';
import { scriptedSpeech } from './fake-speech.ts';
import { handleChunk } from './run-job.ts';

/**
 * A worker process that kills itself like `kill -9` before the statement KILL_BEFORE of the first transaction
 * that settles takes, or immediately after its commit. It prints the number of results in that transaction.
 * It exits with 0 if the transaction has fewer statements.
 */
const { CHUNK_IDS = '', RUN_ID = '', KILL_BEFORE = '', DATABASE_URL = '', DATA_DIR = '' } = process.env;
const { PROVIDER_URLS = '', PROVIDER_ALLOWED_HOSTS = '' } = process.env;

const emulators = { PROVIDER_URLS, PROVIDER_ALLOWED_HOSTS };
const config = readConfig(
  {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATABASE_URL,
    DATA_DIR,
    PLANS_FILE: SELLER_PLANS_FILE,
    ...emulators,
  },
  DATA_DIR,
);
const speech = scriptedSpeech({ durationMs: () => 300 }).providers;
const { app, close } = await buildApp(config, { role: 'api', speech });
const { pool, settlements } = dyingPool({
  url: DATABASE_URL,
  before: KILL_BEFORE,
  die(lines) {
    writeSync(process.stdout.fd, `${lines} results`);
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => undefined);
  },
});
const ids = CHUNK_IDS.split(',');
const control = committingTogether(app.control, ids.length);
const dyingApp = { ...app, db: createDb(pool), control };
const signal = new AbortController().signal;
const jobs = ids.map((chunk_id) => ({ chunk_id, run_id: RUN_ID, tries: 0, signal }));
await Promise.all(jobs.map((job) => handleChunk(dyingApp, job)));
if (settlements() === 0) process.exitCode = 2;
await pool.end();
await close();
