import { sql } from 'kysely';
import type { Db, Row } from '../db/index.ts';
import { insertMissing } from '../db/upsert.ts';
import { newId } from '../ids.ts';
import {
  type AccountPlan,
  type CreditPeriod,
  creditPeriod,
  findAccountPlan,
  UNLIMITED_CREDITS,
} from './account-plan.ts';

export interface CreditEntry {
  account_id: string;
  workspace_id: string | null;
  run_id: string | null;
  kind: 'grant' | 'reserve' | 'settle' | 'release' | 'expire';
  /** Unique, so that one cause never has two entries. */
  cause: string;
  /** The change of the balance. */
  amount: number;
  /** The change of the held credits. */
  hold: number;
}

/** The credits that an account can spend on new work. */
export type CreditBalance = { balance: number; held: number; available: number };

/** An account at an instant, as if the period that contains this instant were already open. */
export interface AccountSnapshot extends CreditBalance {
  /** Credits spent since the period was opened. */
  used: number;
  period_start: Date;
  period_end: Date;
  plan: AccountPlan;
}

/**
 * Adds entries and updates the account's sums. Lock order: run, then account. The table rejects a balance
 * below the held credits, so missing credits cannot be spent.
 */
export async function addCreditEntries(tx: Db, entries: CreditEntry[], now: Date): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({ id: newId(), ...entry, created_at: now }));
  await tx.insertInto('credit_entry').values(rows).execute();
  for (const [userId, accountEntries] of Map.groupBy(entries, (entry) => entry.account_id)) {
    const amount = accountEntries.reduce((sum, entry) => sum + entry.amount, 0);
    const hold = accountEntries.reduce((sum, entry) => sum + entry.hold, 0);
    const spent = accountEntries.reduce(
      (sum, entry) => sum - (entry.kind === 'settle' ? entry.amount : 0),
      0,
    );
    const { numUpdatedRows } = await tx
      .updateTable('credit_account')
      .set({
        balance: sql`balance + ${amount}`,
        held: sql`held + ${hold}`,
        spent: sql`spent + ${spent}`,
        // The oldest credits are spent first.
        carried_over: sql`greatest(0, carried_over - ${spent}::bigint)`,
      })
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    // An entry without its account would be in the ledger, but not in the balance.
    if (numUpdatedRows !== 1n) throw new Error(`The user ${userId} has no credit account.`);
  }
}

/** A balance that stays locked until the end of the transaction. */
export interface LockedAccount extends CreditBalance {
  /** The number of the open period. */
  period_no: number;
}

/** Locks the account. If the period that contains `now` is not open yet, opens it and grants its credits. */
export async function lockAccount(tx: Db, userId: string, now: Date): Promise<LockedAccount> {
  const account = await lockRow(tx, userId);
  if (account.period_end && account.period_end > now) return toLockedAccount(account);
  const change = await findPeriodChange(tx, account, now);
  if (!change) return toLockedAccount(account);
  return rollOver(tx, account, change, now);
}

/**
 * Releases the held credits of a run that ends. Credits from an earlier period expire now. Otherwise, runs that
 * never spend their hold could keep credits forever.
 */
export async function releaseHold(
  tx: Db,
  run: Pick<Row<'run'>, 'id' | 'account_id' | 'workspace_id' | 'hold' | 'credit_period_no'>,
  now: Date,
): Promise<void> {
  if (run.hold === 0) return;
  const { id: run_id, account_id, workspace_id } = run;
  const { carried_over, period_no } = await lockRow(tx, account_id);
  const lapses = run.credit_period_no < period_no ? Math.min(run.hold, carried_over) : 0;
  const ids = { account_id, workspace_id, run_id };
  const entries: CreditEntry[] = [
    { ...ids, kind: 'release', cause: `release/${run_id}`, amount: 0, hold: -run.hold },
  ];
  if (lapses > 0)
    entries.push({ ...ids, kind: 'expire', cause: `expire/${run_id}`, amount: -lapses, hold: 0 });
  await addCreditEntries(tx, entries, now);
  if (lapses > 0)
    await tx
      .updateTable('credit_account')
      .set({ carried_over: sql`carried_over - ${lapses}` })
      .where('user_id', '=', account_id)
      .execute();
}

/**
 * Syncs the account with its plan, in the transaction that changed its subscription: a new or larger grant
 * applies at once, a smaller or ended one with the next period. Idempotent, because the ledger has the
 * earlier grants.
 */
export async function applyPlanChange(tx: Db, userId: string, now: Date): Promise<void> {
  const account = await lockRow(tx, userId);
  const change = await findPeriodChange(tx, account, now);
  if (change) await rollOver(tx, account, change, now);
}

/** Adds the increase in the grant of a plan to an open period. Ends no period and removes nothing. */
export async function addGrantIncrease(tx: Db, userId: string, now: Date): Promise<void> {
  const account = await lockRow(tx, userId);
  const change = await findPeriodChange(tx, account, now);
  if (change && !change.opens) await rollOver(tx, account, change, now);
}

/**
 * The account as it would be after opening the period that contains `now`, without a lock. Writes nothing.
 * Reads one snapshot, so that a concurrently opened period counts completely or not at all.
 */
export function readAccountSnapshot(db: Db, userId: string, now: Date): Promise<AccountSnapshot> {
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return reading.execute(async (tx) => {
    const plan = await findAccountPlan(tx, userId);
    const storedAccount = await selectAccount(tx, userId).executeTakeFirst();
    const account = storedAccount ?? { ...NEW_ACCOUNT, user_id: userId };
    let change: PeriodChange | undefined;
    if (account.period_end === null || account.period_end <= now)
      change = await findNextPeriod(tx, account, plan, now);
    const balance = account.balance - (change?.lapses ?? 0) + (change?.grants ?? 0);
    const period = change?.period ?? creditPeriod(plan, now);
    let { period_start, period_end } = account;
    if (change) {
      period_start = period.start;
      period_end = period.end;
    }
    return {
      balance,
      held: account.held,
      available: balance - account.held,
      used: change?.opens ? 0 : account.spent - account.spent_before_period,
      period_start: period_start ?? period.start,
      period_end: period_end ?? period.end,
      plan,
    };
  });
}

/**
 * Whether an account has credits without a limit. An account of an unlimited plan has a limit until the grant of the plan
 * arrives, for example while a payment is late.
 */
export function hasUnlimitedCredits({ plan, balance }: Pick<AccountSnapshot, 'plan' | 'balance'>): boolean {
  return plan.limits.monthly_credits === 'unlimited' && balance > UNLIMITED_CREDITS / 2;
}

type Account = Row<'credit_account'>;

const NEW_ACCOUNT: Omit<Account, 'user_id'> = {
  balance: 0,
  held: 0,
  period: null,
  period_start: null,
  period_end: null,
  period_no: 0,
  spent: 0,
  spent_before_period: 0,
  carried_over: 0,
  plan_id: null,
  former_retention_days: null,
  former_retention_until: null,
};

function selectAccount(db: Db, userId: string) {
  return db.selectFrom('credit_account').selectAll().where('user_id', '=', userId);
}

async function lockRow(tx: Db, userId: string): Promise<Account> {
  const select = selectAccount(tx, userId).forUpdate();
  const existingRow = await select.executeTakeFirst();
  if (existingRow) return existingRow;
  await insertMissing(tx, 'credit_account', [{ user_id: userId }]);
  return select.executeTakeFirstOrThrow();
}

function toLockedAccount(account: Pick<Account, 'balance' | 'held' | 'period_no'>): LockedAccount {
  const { balance, period_no } = account;
  return { balance, held: account.held, available: balance - account.held, period_no };
}

/** The changes that sync an account with its plan. */
interface PeriodChange {
  period: CreditPeriod;
  /** Whether another period begins; otherwise, the open one gets more credits or lasts longer. */
  opens: boolean;
  lapses: number;
  grants: number;
}

async function findPeriodChange(tx: Db, account: Account, now: Date): Promise<PeriodChange | undefined> {
  return findNextPeriod(tx, account, await findAccountPlan(tx, account.user_id), now);
}

/** Undefined if the account needs no change. */
async function findNextPeriod(
  db: Db,
  account: Account,
  plan: AccountPlan,
  time: Date,
): Promise<PeriodChange | undefined> {
  // A late report about a time before the open period must not restore the plan of that time.
  let now = time;
  if (account.period_start && account.period_start > time) now = account.period_start;
  const period = creditPeriod(plan, now);
  const isOver = account.period_end === null || account.period_end <= now;
  const opens = period.key !== account.period;
  // A paid period lasts to its end, even if the subscription ends earlier. A period without a grant was never
  // paid.
  if (opens && !isOver && !period.paid) {
    const paidLevel = await readGrantLevel(db, account.user_id, account.period ?? '');
    if (paidLevel > 0) return findIncrease(account, period, { level: paidLevel, now });
  }
  const grants = owedCredits(period, await readGrantLevel(db, account.user_id, period.key), now);
  if (!opens && grants === 0 && !isOver) return undefined;
  // Credits that running work holds do not expire.
  return { period, opens, grants, lapses: opens ? Math.max(0, account.balance - account.held) : 0 };
}

/** A larger plan applies even in a paid period, whose credits stay: they were paid for. */
function findIncrease(
  { period: key, period_start: start, period_end: end }: Account,
  { grant }: CreditPeriod,
  { level, now }: { level: number; now: Date },
): PeriodChange | undefined {
  if (!key || !start || !end) return undefined;
  const period: CreditPeriod = { key, start, end, grant, paid: true };
  const grants = owedCredits(period, level, now);
  return grants > 0 ? { period, opens: false, grants, lapses: 0 } : undefined;
}

/**
 * The credits that a larger grant adds to a period: the difference, in proportion to the remaining time. The
 * customer pays only for that time.
 */
function owedCredits({ grant, start, end }: CreditPeriod, level: number, now: Date): number {
  if (grant <= level) return 0;
  if (level === 0 || grant === UNLIMITED_CREDITS) return grant - level;
  const share = (end.getTime() - now.getTime()) / (end.getTime() - start.getTime());
  return Math.floor((grant - level) * Math.min(1, share));
}

/** The highest grant in the period so far, so that leaving a plan and returning to it grants nothing twice. */
async function readGrantLevel(db: Db, userId: string, key: string): Promise<number> {
  const { level } = await db
    .selectFrom('credit_entry')
    .select(
      sql<number>`coalesce(max(coalesce(nullif(split_part(cause, '/', 4), '')::bigint, amount)), 0)`.as(
        'level',
      ),
    )
    .where('account_id', '=', userId)
    .where('kind', '=', sql.lit('grant'))
    .where(sql`split_part(cause, '/', 3)`, '=', key)
    .executeTakeFirstOrThrow();
  return level;
}

async function rollOver(
  tx: Db,
  { user_id: userId, ...account }: Account,
  { period, opens, lapses, grants }: PeriodChange,
  now: Date,
): Promise<LockedAccount> {
  const period_no = account.period_no + (opens ? 1 : 0);
  const entryFields = { account_id: userId, workspace_id: null, run_id: null, hold: 0 };
  const entries: CreditEntry[] = [];
  if (lapses > 0)
    entries.push({ ...entryFields, kind: 'expire', cause: `expire/${userId}/${period_no}`, amount: -lapses });
  if (grants > 0) {
    const cause = `grant/${userId}/${period.key}/${period.grant}`;
    entries.push({ ...entryFields, kind: 'grant', cause, amount: grants });
  }
  await addCreditEntries(tx, entries, now);
  const updatedAccount = await tx
    .updateTable('credit_account')
    .set({ period: period.key, period_start: period.start, period_end: period.end, period_no })
    .$if(opens, (update) => update.set({ spent_before_period: sql`spent`, carried_over: sql`held` }))
    .where('user_id', '=', userId)
    .returning(['balance', 'held', 'period_no'])
    .executeTakeFirstOrThrow();
  return toLockedAccount(updatedAccount);
}

/** The credits of one take, rounded up to whole credits so that sums match everywhere. */
export function creditsFor(characters: number, creditsPer1000: number): number {
  return Math.ceil((characters * creditsPer1000) / 1_000);
}
