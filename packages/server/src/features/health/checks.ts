import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { LATEST_MIGRATION } from '../../db/migrate.ts';
import type { FieldFault } from '../../errors.ts';

const DEADLINE_MS = 2_000;

type Checked = Pick<App, 'db' | 'storage'>;

/** How long an answer is good for everybody: anybody may ask, and must not be able to keep the parts busy. */
const KEEP_MS = 1_000;

/** `failingParts`, at most once a second however many ask. */
export function watchParts(app: Checked): (now: Date) => Promise<FieldFault[]> {
  let last: { at: number; answer: Promise<FieldFault[]> } | undefined;
  return (now) => {
    const at = now.getTime();
    if (last === undefined || Math.abs(at - last.at) >= KEEP_MS) last = { at, answer: failingParts(app) };
    return last.answer;
  };
}

/** The parts that are away, with what a person can do something about; empty when all answer. */
async function failingParts({ db, storage }: Checked): Promise<FieldFault[]> {
  const checks: Record<string, Promise<unknown>> = {
    database: checkDatabase(db),
    storage: storage.check(),
    workers: checkJobs(db),
  };
  const found = await Promise.all(Object.entries(checks).map(([part, check]) => outcome(part, check)));
  return found.filter((fault) => fault !== undefined);
}

async function outcome(part: string, check: Promise<unknown>): Promise<FieldFault | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), DEADLINE_MS);
  });
  try {
    await Promise.race([check, late]);
    return undefined;
  } catch {
    return { field: part, message: `The ${part} part does not answer or is not up to date.` };
  } finally {
    clearTimeout(timer);
  }
}

async function checkDatabase(db: Db): Promise<void> {
  const applied = await sql`select 1 from kysely_migration where name = ${LATEST_MIGRATION}`.execute(db);
  if (applied.rows.length === 0) throw new Error('The database is not migrated.');
}

/** Work can be handed over: the job tables are there. Whether anybody works is for the run views to show. */
async function checkJobs(db: Db): Promise<void> {
  const found = await sql<{ ready: boolean }>`select to_regclass('pgboss.job') is not null as ready`.execute(
    db,
  );
  if (!found.rows[0]?.ready) throw new Error('The job tables are missing.');
}
