import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { newId } from '../ids.ts';

export interface CreditEntry {
  account_id: string;
  workspace_id: string | null;
  run_id: string | null;
  kind: 'grant' | 'reserve' | 'settle' | 'release' | 'expire';
  /** Unique: the same cause can never be entered twice. */
  cause: string;
  /** Change of what the account owns. */
  amount: number;
  /** Change of what is set aside. */
  hold: number;
}

/** What an account could spend on new work. */
export interface CreditBalance {
  balance: number;
  held: number;
  available: number;
}

/**
 * Adds entries and keeps the account's sums in step. Lock order: run, then account. The table refuses a
 * balance below what is held, so nothing can be spent that is not there.
 */
export async function addCreditEntries(tx: Db, entries: CreditEntry[], now: Date): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({ id: newId(), ...entry, created_at: now }));
  await tx.insertInto('credit_entry').values(rows).execute();
  const sums = new Map<string, { amount: number; hold: number }>();
  for (const entry of entries) {
    const sum = sums.get(entry.account_id) ?? { amount: 0, hold: 0 };
    sums.set(entry.account_id, { amount: sum.amount + entry.amount, hold: sum.hold + entry.hold });
  }
  for (const [userId, sum] of sums) {
    await tx
      .updateTable('credit_account')
      .set({ balance: sql`balance + ${sum.amount}`, held: sql`held + ${sum.hold}` })
      .where('user_id', '=', userId)
      .execute();
  }
}

/** Locks the account and makes sure that it has this month's grant of its plan. */
export async function lockAccount(tx: Db, userId: string, now: Date): Promise<CreditBalance> {
  await tx
    .insertInto('credit_account')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const account = await readAccount(tx, userId, true);
  if (account.period_end && account.period_end > now) return balanceOf(account);
  return openPeriod(tx, userId, account, now);
}

/** The balance without a lock, as of now: a month that has not been opened yet counts with its grant. */
export async function readBalance(db: Db, userId: string, now: Date): Promise<CreditBalance> {
  const account = await db
    .selectFrom('credit_account')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (account?.period_end && account.period_end > now) return balanceOf(account);
  const held = account?.held ?? 0;
  const grant = await planGrant(db);
  return { balance: grant + held, held, available: grant };
}

function balanceOf(account: { balance: number; held: number }): CreditBalance {
  return { balance: account.balance, held: account.held, available: account.balance - account.held };
}

async function readAccount(tx: Db, userId: string, lock: boolean) {
  const query = tx.selectFrom('credit_account').selectAll().where('user_id', '=', userId);
  return (lock ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

interface AccountRow {
  balance: number;
  held: number;
}

/** Lapses what is left of the old month, except what running work has set aside, and grants the new one. */
async function openPeriod(tx: Db, userId: string, account: AccountRow, now: Date): Promise<CreditBalance> {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const period = start.toISOString().slice(0, 7);
  const common = { account_id: userId, workspace_id: null, run_id: null, hold: 0 };
  const left = account.balance - account.held;
  const entries: CreditEntry[] = [
    { ...common, kind: 'grant', cause: `grant/${userId}/${period}`, amount: await planGrant(tx) },
  ];
  if (left > 0)
    entries.unshift({ ...common, kind: 'expire', cause: `expire/${userId}/${period}`, amount: -left });
  await addCreditEntries(tx, entries, now);
  await tx
    .updateTable('credit_account')
    .set({ period_start: start, period_end: end })
    .where('user_id', '=', userId)
    .execute();
  return balanceOf(await readAccount(tx, userId, false));
}

async function planGrant(db: Db): Promise<number> {
  const plan = await db.selectFrom('plan').select('limits').where('is_default', '=', true).executeTakeFirst();
  const grant = plan?.limits.monthly_credits;
  // A plan without a bound still needs a number to count down from; this one is out of reach.
  return grant === 'unlimited' ? 1_000_000_000 : (grant ?? 0);
}

/** Credits of one take: whole credits, so that sums agree everywhere. */
export function creditsFor(characters: number, creditsPer1000: number): number {
  return Math.ceil((characters * creditsPer1000) / 1_000);
}
