import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { auditRun, type Engine, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';

const directory = mkdtempSync(join(tmpdir(), 'voiceloom-pgbouncer-'));
let database: TestDatabase;
let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
let engine: Engine;

beforeAll(async () => {
  database = await createDatabase();
  pooler = await startPgBouncer(database.url, directory);
  const config = { database_direct_url: database.url, database_prepared_statements: false };
  engine = await startEngine({ speech: scriptedSpeech(), database_url: pooler.url, config });
});
afterAll(async () => {
  await engine.close();
  await pooler.close();
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

test('a process behind a pooler without a direct connection waits for no lock that another one lost', async () => {
  const options = { connectionString: pooler.url };
  for (let round = 0; round < 3; round++) {
    const started = Array.from({ length: 6 }, () => migrate({ options } as pg.Pool));
    expect(await Promise.all(started)).toEqual(started.map(() => ({ applied: [], newer: [] })));
  }
});

test('runs behind a pooler in transaction mode need one direct connection', async () => {
  const owner = await engine.owner();
  const definition = shortPipeline({ text: numberedLines(60) });
  for (let n = 0; n < 2; n++) {
    const run = await engine.start(owner, definition);
    expect(await engine.until(run, ['completed'])).toMatchObject({ lines_delivered: 60 });
    expect(await auditRun(engine.app, run)).toEqual([]);
  }
  const { rows } = await sql<{ application_name: string; count: number }>`
    select application_name, count(*)::int as count from pg_stat_activity
    where datname = current_database() group by 1 order by 1`.execute(engine.app.db);
  const countOf = (name: string) => rows.find((row) => row.application_name === name)?.count ?? 0;
  expect(countOf('voiceloom-listen')).toBe(1);
  // The connections of the pooler, however many the process opens to it.
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(1 + 4);
});
