import { sql } from 'kysely';
import { allowErasing } from '../db/erasing.ts';
import type { Db } from '../db/index.ts';

/*
 * Entries of erased people and workspaces keep amount, kind and time, so that all sums stay. They lose what they name:
 * the workspace, the run, and the cause, which has IDs in it.
 */
const NAMES_NOTHING = sql`workspace_id = null, run_id = null, cause = 'erased/' || id`;

/** Moves an account with its entries to a pseudonym. In one transaction, because the ledger check compares the two. */
export async function eraseAccount(tx: Db, { user_id, pseudonym }: { user_id: string; pseudonym: string }) {
  await allowErasing(tx);
  await sql`update credit_entry set account_id = ${pseudonym}, ${NAMES_NOTHING}
    where account_id = ${user_id}`.execute(tx);
  // Without a period, no sweep opens another one and grants credits.
  await sql`update credit_account set user_id = ${pseudonym}, period = null, period_start = null, period_end = null
    where user_id = ${user_id}`.execute(tx);
}

/** Removes workspaces from the entries of the account that paid for them. */
export async function eraseWorkspacesOfAccount(
  tx: Db,
  { account_id, workspace_ids }: { account_id: string; workspace_ids: readonly string[] },
): Promise<void> {
  await allowErasing(tx);
  await sql`update credit_entry set ${NAMES_NOTHING}
    where account_id = ${account_id} and workspace_id = any(${workspace_ids}::uuid[])`.execute(tx);
}
