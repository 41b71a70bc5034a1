import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool, isDatabaseAway } from '../../src/db/index.ts';
import { getMigrationNames, LATEST_MIGRATION, MigrationError, migrate } from '../../src/db/migrate.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { spawnBin } from '../support/processes.ts';
import { sentStatements } from '../support/sent-statements.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = createPool({ connectionString: database.url, max: 2, onError: () => undefined });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('on an empty database', () => {
  beforeAll(async () => {
    await pool.query('drop schema pgboss cascade');
    await pool.query('drop schema public cascade');
    await pool.query('create schema public');
  });

  test('processes that start at once apply every migration once', async () => {
    const env = { DATABASE_URL: database.url };
    const children = [spawnBin('migrate', env), spawnBin('migrate', env), spawnBin('migrate', env)];
    expect(await Promise.all(children.map((child) => child.ended))).toEqual([0, 0, 0]);
    const reports = children.map((child) => child.output().trim()).sort();
    expect(reports[0]).toMatch(new RegExp(`^Applied (?:0001-schema, .*)?${LATEST_MIGRATION}\\.$`));
    expect(reports.slice(1)).toEqual(['The database is up to date.', 'The database is up to date.']);
    const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name');
    expect(rows.at(-1)?.name).toBe(LATEST_MIGRATION);
  });
});

const textsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await sentStatements(work)).statements.map(({ text }) => text.trim());
const locks = (texts: string[]) => texts.filter((text) => text.includes('pg_advisory'));

test('migrations have no time limit, and lock and limits end with their transaction', async () => {
  const own = await createDatabase();
  const admin = new pg.Pool({ connectionString: own.url, max: 1 });
  await admin.query('drop schema public cascade; create schema public');
  // Shorter than some migrations take. The statement that raises the limit must complete in this time, even
  // on a busy machine.
  await admin.query(`alter database "${new URL(own.url).pathname.slice(1)}" set statement_timeout = '5ms'`);
  await admin.end();
  const hasty = new pg.Pool({ connectionString: own.url, statement_timeout: 1, query_timeout: 1 });
  const texts = await textsOf(async () => {
    expect((await migrate(hasty)).applied.at(-1)).toBe(LATEST_MIGRATION);
  });
  await hasty.end();
  await own.drop();
  expect([texts[0], texts.at(-1)]).toEqual(['begin', 'commit']);
  // A pooler would pass session settings on to other clients.
  expect(texts.filter((text) => /^begin|^set |set_config\([^)]*false\)/.test(text))).toEqual(['begin']);
  expect(locks(texts)).toEqual([expect.stringContaining('pg_advisory_xact_lock')]);
});

test('a process without pending migrations takes no lock, so it starts while a newer release migrates', async () => {
  expect(locks(await textsOf(() => migrate(pool)))).toEqual([]);
});

test('a database with migrations of a newer release is accepted, unless it also lacks some', async () => {
  const later = '9999-of-the-next-release';
  await pool.query(`insert into kysely_migration values ($1, now()::text)`, [later]);
  expect(await migrate(pool)).toEqual({ applied: [], newer: [later] });
  const { rows } = await pool.query('delete from kysely_migration where name = $1 returning *', [
    LATEST_MIGRATION,
  ]);
  await expect(migrate(pool)).rejects.toThrow(
    new MigrationError(
      `The database has ${later} of another release, but not ${LATEST_MIGRATION}: start a release that has all of them.`,
    ),
  );
  await pool.query('update kysely_migration set name = $1, timestamp = $2 where name = $3', [
    LATEST_MIGRATION,
    rows[0].timestamp,
    later,
  ]);
});

test('a canceled migration is named, and is not reported as an unavailable database', () => {
  const error = Object.assign(new Error('canceling statement due to user request'), { code: '57014' });
  const run = () =>
    getMigrationNames({
      error,
      results: [{ migrationName: '0001-schema', direction: 'Up', status: 'Error' }],
    });
  expect(run).toThrow('The migration "0001-schema" was canceled and changed nothing');
  const thrown = (() => {
    try {
      return run();
    } catch (caught) {
      return caught;
    }
  })();
  expect([isDatabaseAway(error), isDatabaseAway(thrown)]).toEqual([true, false]);
});

const FOLDER = new URL('../../src/db/migrations/', import.meta.url);
/** Before this migration, no release had to work with the schema of the next one. */
const FIRST_IN_STEPS = '0002';
const CONTRACTION =
  /\bdrop (?:table|column|type|function|view)\b|\brename (?:to|column|constraint)\b|\bset not null\b|\balter column \w+ (?:set data )?type\b|\.(?:dropTable|dropColumn|renameTo|renameColumn|setNotNull|setDataType)\(/i;

test('no two migrations share a number, so that their order is clear', () => {
  const numbers = readdirSync(FOLDER).map((file) => file.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('a migration removes nothing that the previous release needs, or names the last release that used it', () => {
  const migrations = readdirSync(FOLDER).filter((file) => file >= FIRST_IN_STEPS);
  const faulty = migrations.filter((file) => {
    const text = readFileSync(new URL(file, FOLDER), 'utf8');
    return CONTRACTION.test(text) && !/\bLast used by \d+\.\d+\b/.test(text);
  });
  expect(faulty, 'see “A migration” in CONTRIBUTING.md').toEqual([]);
  const steps = [
    'alter table run drop column a',
    'alter table run alter column a type text',
    'a.setNotNull()',
  ];
  expect(steps.filter((step) => !CONTRACTION.test(step))).toEqual([]);
});

describe('the ledgers', () => {
  beforeAll(async () => {
    const [user, workspace, at] = [randomUUID(), randomUUID(), new Date()];
    await pool.query(
      `insert into app_user (id, issuer, subject, created_at, updated_at) values ($1, 'test', 'test', $2, $2)`,
      [user, at],
    );
    await pool.query(
      `insert into workspace (id, name, slug, color_idx, owner_id, created_by, created_at, updated_at)
       values ($1, 'Test', 'test', 0, $2, $2, $3, $3)`,
      [workspace, user, at],
    );
    await pool.query(
      `insert into credit_entry (id, account_id, kind, cause, amount, created_at) values ($1, $2, 'grant', 'grant/1', 5, $3)`,
      [randomUUID(), user, at],
    );
    await pool.query(
      `insert into storage_charge (id, workspace_id, cause, delta_bytes, created_at) values ($1, $2, 'upload/1', 5, $3)`,
      [randomUUID(), workspace, at],
    );
  });

  test.each([
    ['credit_entry', 'amount'],
    ['storage_charge', 'delta_bytes'],
  ])('%s accepts entries and rejects changes and deletions', async (ledger, column) => {
    const content = async () => (await pool.query(`select * from ${ledger}`)).rows;
    const before = await content();
    expect(before).toHaveLength(1);
    await expect(pool.query(`update ${ledger} set ${column} = 0`)).rejects.toThrow(/append-only/);
    await expect(pool.query(`delete from ${ledger}`)).rejects.toThrow(/append-only/);
    expect(await content()).toEqual(before);
  });

  test.each(['credit_entry', 'storage_charge'])('%s knows every cause once', async (ledger) => {
    const again = pool.query(
      `insert into ${ledger} select (json_populate_record(entry, json_build_object('id', gen_random_uuid()))).* from ${ledger} entry`,
    );
    await expect(again).rejects.toThrow(/unique/);
  });
});
