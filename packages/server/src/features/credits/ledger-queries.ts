import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** A figure that is not what its ledger says. */
export interface Difference {
  /** The account, workspace or run it is of. */
  id: string;
  figure: string;
  stored: number;
  entered: number;
}

export interface LedgerPage {
  differences: Difference[];
  /** The start of the next page; undefined at the end. */
  next: string | undefined;
}

export type LedgerName = 'accounts' | 'storage' | 'runs' | 'takes';

/** One page of a check: one statement, so that figure and ledger are of the same instant. */
export type LedgerQuery = (db: Db, after: string, limit: number) => Promise<LedgerPage>;

export const FIRST = '00000000-0000-0000-0000-000000000000';

interface Row {
  id: string;
  figures: Record<string, [stored: number, entered: number]>;
}

function pageOf(rows: readonly Row[], limit: number): LedgerPage {
  const differences = rows.flatMap(({ id, figures }) =>
    Object.entries(figures).flatMap(([figure, [stored, entered]]) =>
      stored === entered ? [] : [{ id, figure, stored, entered }],
    ),
  );
  return { differences, next: rows.length < limit ? undefined : rows.at(-1)?.id };
}

/** Balance, held and spent credits, against the entries of the account. */
const accounts: LedgerQuery = async (db, after, limit) => {
  const { rows } = await sql<Row>`
    select account.user_id as id, jsonb_build_object(
      'balance', jsonb_build_array(account.balance, coalesce(entry.amount, 0)),
      'held', jsonb_build_array(account.held, coalesce(entry.hold, 0)),
      'spent', jsonb_build_array(account.spent, coalesce(entry.settled, 0))) as figures
    from (select * from credit_account where user_id > ${after} order by user_id limit ${limit}) account
    left join lateral (
      select sum(amount) as amount, sum(hold) as hold, -sum(amount) filter (where kind = 'settle') as settled
      from credit_entry where account_id = account.user_id
    ) entry on true
    order by account.user_id`.execute(db);
  return pageOf(rows, limit);
};

/** Bytes in use against the charges of the workspace, also where one of the two is missing. */
const storage: LedgerQuery = async (db, after, limit) => {
  const { rows } = await sql<Row>`
    select workspace.id, jsonb_build_object(
      'used_bytes', jsonb_build_array(coalesce(workspace_storage.used_bytes, 0), coalesce(charged.bytes, 0))) as figures
    from (select id from workspace where id > ${after} order by id limit ${limit}) workspace
    left join workspace_storage on workspace_storage.workspace_id = workspace.id
    left join lateral (
      select sum(delta_bytes) as bytes from storage_charge where workspace_id = workspace.id
    ) charged on true
    order by workspace.id`.execute(db);
  return pageOf(rows, limit);
};

/** Cost and hold of a run, against its entries. */
const runs: LedgerQuery = async (db, after, limit) => {
  const { rows } = await sql<Row>`
    select run.id, jsonb_build_object(
      'credits', jsonb_build_array(run.credits, coalesce(entry.settled, 0)),
      'hold', jsonb_build_array(run.hold, coalesce(entry.hold, 0))) as figures
    from (select id, credits, hold from run where id > ${after} order by id limit ${limit}) run
    left join lateral (
      select -sum(amount) filter (where kind = 'settle') as settled, sum(hold) as hold
      from credit_entry where run_id = run.id
    ) entry on true
    order by run.id`.execute(db);
  return pageOf(rows, limit);
};

/** Takes with a price against their settlements: each has one, of its price, and there are no others. */
const takes: LedgerQuery = async (db, after, limit) => {
  const { rows } = await sql<Row>`
    select run.id, jsonb_build_object(
      'settled_takes', jsonb_build_array(coalesce(priced.settled, 0), coalesce(priced.takes, 0)),
      'settlements', jsonb_build_array(coalesce(entry.settlements, 0), coalesce(priced.takes, 0))) as figures
    from (select id from run where id > ${after} order by id limit ${limit}) run
    left join lateral (
      select count(*) as takes, count(settle.id) as settled
      from attempt
      left join credit_entry settle on settle.amount = -attempt.credits and settle.run_id = attempt.run_id
        and settle.cause = concat_ws('/', 'settle', attempt.run_id, attempt.node_id, attempt.iteration,
                                     attempt.line_no, attempt.input_id)
      where attempt.run_id = run.id and attempt.credits > 0
    ) priced on true
    left join lateral (
      select count(*) as settlements from credit_entry where run_id = run.id and kind = 'settle'
    ) entry on true
    order by run.id`.execute(db);
  return pageOf(rows, limit);
};

/** Every ledger with how many of its owners one statement looks at. */
export const LEDGERS: Record<LedgerName, { query: LedgerQuery; limit: number }> = {
  accounts: { query: accounts, limit: 200 },
  storage: { query: storage, limit: 500 },
  runs: { query: runs, limit: 500 },
  takes: { query: takes, limit: 50 },
};
