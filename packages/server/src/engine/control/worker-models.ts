import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { InstalledModel } from '../../providers/local/models/index.ts';

/** Workers report every few seconds. A busy one may be late. */
const SILENCE = sql`interval '30 seconds'`;
const KEPT = sql`interval '1 day'`;

/** How many workers of a service can share models. */
const MAX_WORKERS = 1_000;

/**
 * Stores that a worker is running, and its local models if they changed since its last report. Times are by the clock of
 * the database, which all workers share.
 */
export async function reportWorker(
  db: Db,
  { id, models, isChanged }: { id: string; models: readonly InstalledModel[]; isChanged: boolean },
): Promise<void> {
  if (!isChanged) {
    const { numAffectedRows = 0n } = await sql`update worker set seen_at = now() where id = ${id}`.execute(
      db,
    );
    if (numAffectedRows > 0n) return;
  }
  await sql`delete from worker where seen_at < now() - ${KEPT}`.execute(db);
  await sql`
    insert into worker (id, models, seen_at) values (${id}, ${JSON.stringify(models)}, now())
    on conflict (id) do update set models = excluded.models, seen_at = excluded.seen_at`.execute(db);
}

/** The local models of all workers that reported recently. Of models with the same name, the newest version comes last. */
export async function listWorkerModels(db: Db): Promise<InstalledModel[]> {
  const { rows } = await sql<{ models: unknown[] }>`
    select models from worker where seen_at > now() - ${SILENCE}
    order by seen_at desc, id limit ${MAX_WORKERS}`.execute(db);
  const models: InstalledModel[] = [];
  for (const model of rows.flatMap((row) => row.models)) {
    // A worker of another release may describe its models in another way.
    const { data } = InstalledModel.safeParse(model);
    if (data) models.push(data);
  }
  return models.sort((a, b) => a.installation.installed_at.localeCompare(b.installation.installed_at));
}
