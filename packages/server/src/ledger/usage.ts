import type { PaidBy } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { addedValues, insertMissing } from '../db/upsert.ts';

/** A new take, as usage reports count it. Reused takes do not count. */
export interface UsedTake {
  line_no: number;
  locale_code: string;
  characters: number;
  credits: number;
  paid_by: PaidBy;
}

export interface UsedTakes {
  run_id: string;
  workspace_id: string;
  /** The nodes of the run that make takes. */
  generator_ids: string[];
  takes: UsedTake[];
  now: Date;
}

const SUMS = [
  'credits',
  'characters',
  'lines',
  'own_key_credits',
  'own_key_characters',
  'platform_credits',
  'platform_characters',
] as const;

function sumFigure(takes: readonly UsedTake[], payer: PaidBy, figure: 'credits' | 'characters'): number {
  return takes.reduce((sum, take) => sum + (take.paid_by === payer ? take[figure] : 0), 0);
}

/** In minutes. Reports read whole hours, and quarter hours where a local day begins within a UTC hour. */
const GRAINS = [15, 60] as const;

/**
 * Adds takes to the sums of their workspace, in the transaction that settles them. The runs of a workspace share these
 * rows, so they are locked last (run, then account, then usage), in the order of their keys.
 */
export async function addToUsageSums(tx: Db, usage: UsedTakes): Promise<void> {
  const { workspace_id, takes, now } = usage;
  if (takes.length === 0) return;
  const firstTakes = await findFirstTakes(tx, usage);
  const sums = [...Map.groupBy(takes, (take) => take.locale_code)].map(([locale_code, localeTakes]) => ({
    locale_code,
    credits: localeTakes.reduce((sum, take) => sum + take.credits, 0),
    characters: localeTakes.reduce((sum, take) => sum + take.characters, 0),
    own_key_credits: sumFigure(localeTakes, 'workspace', 'credits'),
    own_key_characters: sumFigure(localeTakes, 'workspace', 'characters'),
    platform_credits: sumFigure(localeTakes, 'platform', 'credits'),
    platform_characters: sumFigure(localeTakes, 'platform', 'characters'),
    lines: new Set(localeTakes.map((take) => take.line_no).filter((line) => firstTakes.has(line))).size,
  }));
  sums.sort((a, b) => (a.locale_code < b.locale_code ? -1 : 1));
  const rows = GRAINS.flatMap((minutes) => {
    const starts_at = new Date(now.getTime() - (now.getTime() % (minutes * 60_000)));
    return sums.map((sum) => ({ workspace_id, minutes, starts_at, ...sum }));
  });
  await tx
    .insertInto('usage_rollup')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'minutes', 'starts_at', 'locale_code'])
        .doUpdateSet(addedValues('usage_rollup', SUMS)),
    )
    .execute();
}

/** The lines whose first take is one of these: a line counts once per run. The caller holds the lock of the run. */
async function findFirstTakes(tx: Db, { run_id, generator_ids, takes }: UsedTakes): Promise<Set<number>> {
  const takeCounts = new Map<number, number>();
  for (const { line_no } of takes) takeCounts.set(line_no, (takeCounts.get(line_no) ?? 0) + 1);
  const rows = await tx
    .selectFrom('attempt')
    .select((eb) => ['line_no', eb.fn.countAll<number>().as('takes')])
    .where('run_id', '=', run_id)
    .where('line_no', 'in', [...takeCounts.keys()])
    .where('node_id', 'in', generator_ids)
    .where('output_id', 'is not', null)
    .where('reused', '=', false)
    .groupBy('line_no')
    .execute();
  // The attempts of these takes are already stored, so a line without other takes has its first take here.
  return new Set(rows.filter((row) => row.takes === takeCounts.get(row.line_no)).map((row) => row.line_no));
}

/** Something that a run used: a voice that spoke, or a dictionary entry that changed a text. */
export interface UsedSubject {
  kind: 'voice' | 'dictionary_entry';
  id: string;
}

/** Records each subject that a run used, once. Rows are inserted in the order of their IDs, to prevent deadlocks. */
export async function recordUsedSubjects(tx: Db, runId: string, uses: readonly UsedSubject[]): Promise<void> {
  const rows = new Map(uses.map(({ kind, id }) => [id, { run_id: runId, resource_id: id, kind }]));
  const sortedRows = [...rows.values()].sort((a, b) => (a.resource_id < b.resource_id ? -1 : 1));
  await insertMissing(tx, 'run_resource', sortedRows);
}

/**
 * Increments the use counts of everything that an ended run used. All workspaces share the rows of voices, so
 * these are locked last, in the order of their ids.
 */
export async function countUsedSubjects(tx: Db, runId: string): Promise<void> {
  for (const table of ['dictionary_entry', 'voice'] as const) {
    await sql`
      with used as (
        select id from ${sql.table(table)}
        where id in (select resource_id from run_resource where run_id = ${runId} and kind = ${table})
        order by id for update
      )
      update ${sql.table(table)} as subject set uses_count = subject.uses_count + 1 from used
      where subject.id = used.id`.execute(tx);
  }
}
