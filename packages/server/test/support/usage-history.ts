import { randomUUID } from 'node:crypto';
import type { Db } from '../../src/db/index.ts';
import { addToUsageSums } from '../../src/ledger/usage.ts';
import type { Owner } from './engine.ts';

/** One take, or one reuse of a take, of a line of a run. */
export interface HistoricTake {
  line: number;
  locale_code: string;
  characters: number;
  credits: number;
  reused: boolean;
}

/** The entries of one settlement. */
export interface HistoricGroup {
  run: number;
  at: number;
  takes: HistoricTake[];
}

export interface HistoricRun {
  created_at: number;
  status: string;
}

/** Inserts the columns of runs that usage reads. Resolves to the run IDs. */
export async function insertRuns(db: Db, owner: Owner, runs: readonly HistoricRun[]): Promise<string[]> {
  const ids = runs.map(() => randomUUID());
  const rows = runs.map(({ created_at, status }, index) => ({ id: ids[index] ?? '', created_at, status }));
  const { user_id, workspace_id } = owner;
  const at = { created_at: new Date(), updated_at: new Date() };
  for (const { id, created_at, status } of rows) {
    const definition = '{}';
    await db
      .insertInto('workflow')
      .values({ id, user_id, workspace_id, name: 'History', definition, ...at })
      .execute();
    const times = { created_at: new Date(created_at), updated_at: new Date(created_at) };
    await db
      .insertInto('run')
      .values({
        ...{ id, workspace_id, workflow_id: id, account_id: user_id, run_number: 1, status, definition },
        ...{ total_nodes: 1, triggered_by: user_id },
        ...times,
      })
      .execute();
  }
  return ids;
}

/** Enters a group like a settlement: first attempts, then usage, in one transaction that locks the run. */
export async function settleGroup(
  db: Db,
  { owner, run_id, group, nth }: { owner: Owner; run_id: string; group: HistoricGroup; nth: number },
): Promise<void> {
  const now = new Date(group.at);
  const node_id = run_id;
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('run').select('id').where('id', '=', run_id).forUpdate().execute();
    const rows = group.takes.map(({ line, characters, credits, reused }, index) => ({
      ...{ run_id, node_id, iteration: nth, line_no: line, input_id: `${index}`, port: 'audio' },
      ...{ output_id: randomUUID(), characters, credits, reused, created_at: now },
    }));
    await tx.insertInto('attempt').values(rows).execute();
    const takes = group.takes
      .filter((take) => !take.reused)
      .map(({ line: line_no, locale_code, characters, credits }) => ({
        line_no,
        locale_code,
        characters,
        credits,
        paid_by: 'none' as const,
      }));
    const { workspace_id } = owner;
    await addToUsageSums(tx, { run_id, workspace_id, generator_ids: [node_id], takes, now });
  });
}
