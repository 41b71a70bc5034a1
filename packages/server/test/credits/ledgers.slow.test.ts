import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Schema } from '../../src/db/index.ts';
import { checkLedgers } from '../../src/features/credits/index.ts';
import { insertStorageCharge, takeStorage } from '../../src/features/uploads/queries.ts';
import { newId } from '../../src/ids.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { numberedLines, shortPipeline } from '../support/definitions.ts';
import { type Engine, type Owner, startEngine } from '../support/engine.ts';
import { scriptedSpeech } from '../support/fake-speech.ts';
import { spawnNode } from '../support/processes.ts';

let engine: Engine;
let owner: Owner;
let runId: string;
beforeAll(async () => {
  engine = await startEngine({ speech: scriptedSpeech({ durationMs: () => 300 }) });
  owner = await engine.owner(1_000);
  runId = await engine.start(owner, shortPipeline({ text: numberedLines(4, 'is counted') }));
  await engine.until(runId, ['completed']);
});
afterAll(() => engine.close());

let lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines = [];
});

const check = () => {
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return checkLedgers(
    {
      db: engine.app.db,
      log: createLog({ level: 'error', version: 'test', role: 'all', stream: { write } }),
    },
    new Date(),
  );
};

/** A change that our code cannot make: it bypasses all triggers, and is reverted in the same way. */
async function plant(change: (db: Kysely<Schema>) => Promise<unknown>): Promise<void> {
  await engine.app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await change(tx);
  });
}

let undo: (() => Promise<void>) | undefined;
afterEach(async () => {
  await undo?.();
  undo = undefined;
  expect((await check()).map(({ differences }) => differences)).toEqual([0, 0, 0, 0]);
});

test('consistent ledgers are reported as such', async () => {
  const bytes = { workspaceId: owner.workspace_id, size_bytes: 7, allowance: 100 };
  await engine.app.db.transaction().execute(async (tx) => {
    await takeStorage(tx, bytes);
    const row = {
      id: newId(),
      workspace_id: owner.workspace_id,
      cause: 'test',
      delta_bytes: 7,
      created_at: new Date(),
    };
    await insertStorageCharge(tx, row);
  });
  expect((await check()).every(({ differences }) => differences === 0)).toBe(true);
  expect(lines).toEqual([]);
});

interface Plant {
  name: string;
  ledger: string;
  figure: string;
  change: (db: Kysely<Schema>) => Promise<unknown>;
  undo: (db: Kysely<Schema>) => Promise<unknown>;
}

const account = (set: object) => (db: Kysely<Schema>) =>
  db.updateTable('credit_account').set(set).where('user_id', '=', owner.user_id).execute();
const settle = (by: number) => (db: Kysely<Schema>) =>
  sql`update credit_entry set amount = amount + ${by} where id =
      (select id from credit_entry where run_id = ${runId} and kind = 'settle' order by id limit 1)`.execute(
    db,
  );

const plants: Plant[] = [
  {
    name: 'a balance that nobody entered',
    ledger: 'accounts',
    figure: 'balance',
    change: account({ balance: sql`balance + 1` }),
    undo: account({ balance: sql`balance - 1` }),
  },
  {
    name: 'a hold that nobody entered',
    ledger: 'accounts',
    figure: 'held',
    change: account({ held: sql`held + 1` }),
    undo: account({ held: sql`held - 1` }),
  },
  {
    name: 'a settlement that was changed',
    ledger: 'takes',
    figure: 'settled_takes',
    change: settle(-5),
    undo: settle(5),
  },
  {
    name: 'a settlement without a take',
    ledger: 'takes',
    figure: 'settlements',
    change: (db) =>
      sql`insert into credit_entry (id, account_id, run_id, kind, cause, amount, created_at)
          values (${newId()}, ${owner.user_id}, ${runId}, 'settle', 'settle/planted', -3, now())`.execute(db),
    undo: (db) => sql`delete from credit_entry where cause = 'settle/planted'`.execute(db),
  },
  {
    name: 'a run that says another price',
    ledger: 'runs',
    figure: 'credits',
    change: (db) => sql`update run set credits = credits - 1 where id = ${runId}`.execute(db),
    undo: (db) => sql`update run set credits = credits + 1 where id = ${runId}`.execute(db),
  },
  {
    name: 'bytes that were never charged',
    ledger: 'storage',
    figure: 'used_bytes',
    change: (db) => sql`update workspace_storage set used_bytes = used_bytes + 9`.execute(db),
    undo: (db) => sql`update workspace_storage set used_bytes = used_bytes - 9`.execute(db),
  },
];

test.each(plants)('$name is found, reported and not changed', async (planted) => {
  await plant(planted.change);
  undo = () => plant(planted.undo);
  const before = await engine.app.db.selectFrom('credit_account').selectAll().execute();
  const reports = await check();
  expect(reports.find(({ ledger }) => ledger === planted.ledger)?.differences).toBe(1);
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'ledger differs', ledger: planted.ledger, figure: planted.figure }),
  );
  expect(await engine.app.db.selectFrom('credit_account').selectAll().execute()).toEqual(before);
  const kept = await engine.app.db
    .selectFrom('ledger_check')
    .select('differences')
    .where('name', '=', planted.ledger)
    .executeTakeFirstOrThrow();
  expect(kept.differences).toBe(1);
});

test('the command exits with 1 if there are differences, and with 0 otherwise', async () => {
  const command = () =>
    spawnNode([new URL('../../src/bin/check-ledgers.ts', import.meta.url).pathname], {
      DATABASE_URL: engine.database_url,
      DATA_DIR: engine.directory,
    });
  const good = command();
  expect([await good.ended, good.output()]).toEqual([0, expect.stringContaining('accounts: in order')]);
  await plant(account({ balance: sql`balance + 1` }));
  undo = () => plant(account({ balance: sql`balance - 1` }));
  const bad = command();
  expect([await bad.ended, bad.output()]).toEqual([1, expect.stringContaining('accounts: 1 differences')]);
});
