import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { inBatches } from '../../db/batches.ts';
import type { Db } from '../../db/index.ts';
import type { ReviewPerson } from '../../db/rows.ts';
import { toStorableJson } from '../../db/storable.ts';
import type { LineWork } from '../model.ts';
import type { ChunkContext } from '../node-types.ts';
import { markAudioUsed } from '../runs/audio-use.ts';
import { lineKey } from '../sources/script-lines.ts';

/** The workflow whose runs use the locks. */
export interface LockScope {
  workspace_id: string;
  workflow_id: string;
}

/** A take of a line that was approved. */
export interface ApprovedTake {
  run_id: string;
  line_no: number;
  take_id: string;
}

/** A lock as a review identifies it: by line and take. */
export interface TakeRef {
  line_id: string;
  locale_code: string;
  take_id: string;
}

/**
 * Serializes changes to the locks of a workflow until the transaction ends. Reviews and runs write many locks
 * in different orders, which could cause deadlocks.
 */
async function serializeLocks(tx: Db, workflow_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`take_lock/${workflow_id}`}, 0))`.execute(tx);
}

/** Locks takes at the generators that made them, with their text. A new lock replaces the previous one. */
export async function lockTakes(
  tx: Db,
  request: LockScope & {
    review_id: string;
    actor: ReviewPerson;
    takes: readonly ApprovedTake[];
    now: Date;
  },
): Promise<void> {
  const { workspace_id, workflow_id, review_id, actor, takes, now } = request;
  if (takes.length === 0) return;
  await serializeLocks(tx, workflow_id);
  // Marks the takes as used, because an earlier take may be about to expire, together with its lock.
  await markAudioUsed(tx, workspace_id, { ids: takes.map(({ take_id }) => take_id), now });
  await sql`
    with approved as materialized (
      select * from unnest(
        ${takes.map(({ run_id }) => run_id)}::uuid[], ${takes.map(({ line_no }) => line_no)}::int[],
        ${takes.map(({ take_id }) => take_id)}::text[]
      ) as approved (run_id, line_no, take_id)
    ), generator as materialized (
      -- Checks also have attempts with the take as output, but only generators can be locked.
      select run.id as run_id, (node ->> 'id')::uuid as node_id
      from run cross join lateral jsonb_array_elements(run.definition #> '{graph,nodes}') as node
      where run.workspace_id = ${workspace_id} and run.id in (select run_id from approved)
        and node ->> 'type' = 'operator_generator'
    )
    insert into take_lock (
      workspace_id, workflow_id, node_id, line_id, locale_code, text_hash, take_id, review_id, actor, locked_at
    )
    select distinct on (attempt.node_id, line.line_id, line.locale_code) ${workspace_id}::uuid, ${workflow_id}::uuid,
      attempt.node_id, line.line_id, line.locale_code, sha256(convert_to(line.script, 'UTF8')), audio.id,
      ${review_id}::uuid, ${toStorableJson(actor)}::jsonb, ${now}::timestamptz
    from approved
    join run_line line on line.run_id = approved.run_id and line.no = approved.line_no
    join attempt on attempt.run_id = line.run_id and attempt.line_no = line.no and attempt.output_id = approved.take_id
    join generator on generator.run_id = attempt.run_id and generator.node_id = attempt.node_id
    join audio on audio.workspace_id = ${workspace_id} and audio.id = approved.take_id and audio.kind = 'take'
    order by attempt.node_id, line.line_id, line.locale_code
    on conflict (workflow_id, node_id, line_id, locale_code) do update
      set text_hash = excluded.text_hash, take_id = excluded.take_id, review_id = excluded.review_id,
        actor = excluded.actor, locked_at = excluded.locked_at,
        -- A new approval of the same take and text does not make it unused again.
        used_at = case when take_lock.take_id = excluded.take_id and take_lock.text_hash = excluded.text_hash
          then take_lock.used_at end
      -- A guest of one review cannot replace a lock of another review.
      where ${actor.kind}::text <> 'guest' or take_lock.actor ->> 'id' = ${actor.id}::text`.execute(tx);
}

/** The condition that a lock is one of `takes`. */
const isOneOf = (takes: readonly TakeRef[]) => sql<boolean>`
  (take_lock.line_id, take_lock.locale_code, take_lock.take_id) in (select * from unnest(
    ${takes.map(({ line_id }) => line_id)}::text[], ${takes.map(({ locale_code }) => locale_code)}::text[],
    ${takes.map(({ take_id }) => take_id)}::text[]
  ))`;

/** The locks of these takes, if they exist. */
export async function findTakeLocks(db: Db, scope: LockScope, takes: readonly TakeRef[]) {
  if (takes.length === 0) return [];
  return db
    .selectFrom('take_lock')
    .select(['line_id', 'locale_code', 'take_id', 'actor', 'used_at'])
    .where('workspace_id', '=', scope.workspace_id)
    .where('workflow_id', '=', scope.workflow_id)
    .where(isOneOf(takes))
    .execute();
}

/** Deletes the locks of these takes, if they exist. */
export async function unlockTakes(tx: Db, scope: LockScope, takes: readonly TakeRef[]): Promise<void> {
  if (takes.length === 0) return;
  await serializeLocks(tx, scope.workflow_id);
  await tx
    .deleteFrom('take_lock')
    .where('workspace_id', '=', scope.workspace_id)
    .where('workflow_id', '=', scope.workflow_id)
    .where(isOneOf(takes))
    .execute();
}

/** The lock of a take as a query expression; the caller passes the column names. */
export const takeLockSql = ({
  workspace_id,
  workflow_id,
  line_id,
  locale_code,
  take_id,
}: Record<keyof LockScope | keyof TakeRef, RawBuilder<unknown>>) => sql`(
  select take_lock.take_id, take_lock.actor, take_lock.locked_at from take_lock
  where take_lock.workspace_id = ${workspace_id} and take_lock.take_id = ${take_id}
    and take_lock.workflow_id = ${workflow_id} and take_lock.line_id = ${line_id}
    and take_lock.locale_code = ${locale_code}
  limit 1
)`;

type LockableLine = { line_id: string; locale_code: string; script: string };

/** The locked and unlocked lines of a generator. */
export interface LineLocks<Line> {
  /** The take of each locked line. */
  takes: Map<Line, string>;
  /** Locked lines whose take no run has used. */
  unusedLines: Line[];
  /** Lines with a lock for a different text. */
  changedLines: Line[];
}

const LINE_BATCH = 1_000;

/** The locks of lines at a generator. A lock applies only while the text is the same. */
export async function findLineLocks<Line extends LockableLine>(
  db: Db,
  generator: { workspace_id: string; workflow_id: string | null; node_id: string },
  lines: readonly Line[],
): Promise<LineLocks<Line>> {
  const { workspace_id, workflow_id, node_id } = generator;
  const result: LineLocks<Line> = { takes: new Map(), unusedLines: [], changedLines: [] };
  if (workflow_id === null) return result;
  const locks = db
    .selectFrom('take_lock')
    .select(['line_id', 'locale_code', 'text_hash', 'take_id', 'used_at'])
    .where('workspace_id', '=', workspace_id)
    .where('workflow_id', '=', workflow_id)
    .where('node_id', '=', node_id);
  // Most workflows have no locks.
  if (lines.length > LINE_BATCH && !(await locks.limit(1).executeTakeFirst())) return result;
  for (const batch of inBatches(lines, LINE_BATCH)) {
    const ids = batch.map(({ line_id }) => line_id);
    const rows = await locks.where(sql<boolean>`line_id = any(${ids}::text[])`).execute();
    const byLine = new Map(rows.map((row) => [lineKey(row), row]));
    for (const line of batch) {
      const lock = byLine.get(lineKey(line));
      if (!lock) continue;
      const hash = createHash('sha256').update(line.script).digest();
      if (!hash.equals(lock.text_hash)) result.changedLines.push(line);
      else {
        result.takes.set(line, lock.take_id);
        if (lock.used_at === null) result.unusedLines.push(line);
      }
    }
  }
  return result;
}

/** The locked takes of a chunk at its generator, marked as used. */
export async function markLockedTakesUsed(context: ChunkContext): Promise<Map<LineWork, string>> {
  const { app, run, node, works } = context;
  const { workspace_id, workflow_id } = run;
  const lines = works.map((work) => ({ ...work.line, work }));
  const { takes, unusedLines: unused } = await findLineLocks(app.db, { ...run, node_id: node.id }, lines);
  const newlyUsed: TakeRef[] = [];
  for (const line of unused) {
    const take_id = takes.get(line);
    if (take_id !== undefined) newlyUsed.push({ ...line, take_id });
  }
  if (newlyUsed.length > 0) {
    const used_at = app.clock();
    await app.db.transaction().execute(async (tx) => {
      await serializeLocks(tx, workflow_id);
      await tx
        .updateTable('take_lock')
        .set({ used_at })
        .where('workspace_id', '=', workspace_id)
        .where('workflow_id', '=', workflow_id)
        .where('node_id', '=', node.id)
        .where('used_at', 'is', null)
        .where(isOneOf(newlyUsed))
        .execute();
    });
  }
  return new Map(Array.from(takes, ([{ work }, take]) => [work, take]));
}

/** The lines of a chunk with a locked take, which no check retries. */
export async function findLockedWorks({ app, run, works }: ChunkContext): Promise<Set<LineWork>> {
  const takes: TakeRef[] = [];
  for (const { line, input } of works) if (input) takes.push({ ...line, take_id: input.take_id });
  const locks = await findTakeLocks(app.db, run, takes);
  const keys = new Set(locks.map((lock) => `${lock.take_id}/${lineKey(lock)}`));
  return new Set(works.filter(({ line, input }) => input && keys.has(`${input.take_id}/${lineKey(line)}`)));
}
