import { type RawBuilder, sql } from 'kysely';
import type { App } from '../../app.ts';

/** The maximum number of differences in the report of a ledger. The report counts all of them. */
const MAX_NAMED = 100;

export type LedgerReport = { ledger: LedgerName; differences: number; named: Difference[] };

/**
 * Compares every stored sum with its ledger. Reports differences, but does not correct them, because their cause must
 * be found. Stores the result for the metrics.
 */
export async function checkLedgers({ db, log }: Pick<App, 'db' | 'log'>, now: Date): Promise<LedgerReport[]> {
  const reports: LedgerReport[] = [];
  for (const ledger of LEDGER_NAMES) {
    const report = await checkLedger(db, ledger);
    for (const difference of report.named) log.error({ ledger, ...difference }, 'ledger differs');
    const result = { differences: report.differences, checked_at: now };
    await db
      .insertInto('ledger_check')
      .values({ name: ledger, ...result })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(result))
      .execute();
    reports.push(report);
  }
  return reports;
}

/** Compares the stored figures of a ledger with the sums of its entries, row by row. Names the first differences. */
export async function checkLedger(db: App['db'], ledger: LedgerName): Promise<LedgerReport> {
  const { query, limit } = LEDGERS[ledger];
  const report: LedgerReport = { ledger, differences: 0, named: [] };
  for (let lastId = FIRST_ID; ; ) {
    const { rows } = await query(lastId, limit).execute(db);
    for (const { id, figures } of rows) {
      for (const [figure, [stored, entered]] of Object.entries(figures)) {
        if (stored === entered) continue;
        report.differences += 1;
        if (report.named.length < MAX_NAMED) report.named.push({ id, figure, stored, entered });
      }
    }
    const lastRow = rows.at(-1);
    if (lastRow === undefined || rows.length < limit) return report;
    lastId = lastRow.id;
  }
}

/** A figure that does not match its ledger. */
interface Difference {
  /** The ID of the account, workspace or run that has the figure. */
  id: string;
  figure: string;
  stored: number;
  entered: number;
}

export const LEDGER_NAMES = ['accounts', 'storage', 'runs', 'takes'] as const;
type LedgerName = (typeof LEDGER_NAMES)[number];

/** Reads one page of a check. A single statement reads figures and ledger, so that both are from the same moment. */
type LedgerQuery = (after: string, limit: number) => RawBuilder<Row>;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type Row = { id: string; figures: Record<string, [stored: number, entered: number]> };

/** Compares the balance, held and spent credits of accounts with their entries. */
const accounts: LedgerQuery = (after, limit) => sql<Row>`
    select account.user_id as id, jsonb_build_object(
      'balance', jsonb_build_array(account.balance, coalesce(entry.amount, 0)),
      'held', jsonb_build_array(account.held, coalesce(entry.hold, 0)),
      'spent', jsonb_build_array(account.spent, coalesce(entry.settled, 0))) as figures
    from (select * from credit_account where user_id > ${after} order by user_id limit ${limit}) account
    left join lateral (
      select sum(amount) as amount, sum(hold) as hold, -sum(amount) filter (where kind = 'settle') as settled
      from credit_entry where account_id = account.user_id
    ) entry on true
    order by account.user_id`;

/** Compares the bytes in use of workspaces with their charges, even if one of the two is missing. */
const storage: LedgerQuery = (after, limit) => sql<Row>`
    select workspace.id, jsonb_build_object(
      'used_bytes', jsonb_build_array(coalesce(workspace_storage.used_bytes, 0), coalesce(charged.bytes, 0))) as figures
    from (select id from workspace where id > ${after} order by id limit ${limit}) workspace
    left join workspace_storage on workspace_storage.workspace_id = workspace.id
    left join lateral (
      select sum(delta_bytes) as bytes from storage_charge where workspace_id = workspace.id
    ) charged on true
    order by workspace.id`;

/** Compares the cost and hold of runs with their entries. */
const runs: LedgerQuery = (after, limit) => sql<Row>`
    select run.id, jsonb_build_object(
      'credits', jsonb_build_array(run.credits, coalesce(entry.settled, 0)),
      'hold', jsonb_build_array(run.hold, coalesce(entry.hold, 0))) as figures
    from (select id, credits, hold from run where id > ${after} order by id limit ${limit}) run
    left join lateral (
      select -sum(amount) filter (where kind = 'settle') as settled, sum(hold) as hold
      from credit_entry where run_id = run.id
    ) entry on true
    order by run.id`;

/** Each take with a price must have one settlement with this price, and there must be no other settlements. */
const takes: LedgerQuery = (after, limit) => sql<Row>`
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
    order by run.id`;

/** Every ledger, and the number of owners that one statement checks. */
const LEDGERS: Record<LedgerName, { query: LedgerQuery; limit: number }> = {
  accounts: { query: accounts, limit: 200 },
  storage: { query: storage, limit: 500 },
  runs: { query: runs, limit: 500 },
  takes: { query: takes, limit: 50 },
};
