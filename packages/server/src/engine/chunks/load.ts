import type { RunStatus, WorkflowDefinition } from '@voiceloom/contract';
import type { Db } from '../../db/index.ts';
import type { AudioRow, LoadedChunk, RunHead, RunLine, RunRetry } from '../model.ts';
import { compilePlan } from '../plan.ts';

const plans = new Map<string, RunHead>();
const MAX_PLANS = 200;

/** The chunk, or undefined if it is no longer queued: a late job then does nothing. */
export async function loadChunk(db: Db, chunkId: string): Promise<LoadedChunk | undefined> {
  const row = await db
    .selectFrom('run_chunk')
    .innerJoin('run', 'run.id', 'run_chunk.run_id')
    .select([
      'run_chunk.id',
      'run_chunk.run_id',
      'run_chunk.node_id',
      'run_chunk.iteration',
      'run_chunk.items',
    ])
    .select(['run.status', 'run.pause_requested_at'])
    .where('run_chunk.id', '=', chunkId)
    .where('run_chunk.status', '=', 'queued')
    .where('run.status', 'in', ['pending', 'running'])
    .executeTakeFirst();
  if (!row) return undefined;
  const run = await loadRunHead(db, row.run_id);
  const node = run.plan.nodes.get(row.node_id);
  if (!node) throw new Error(`chunk ${chunkId} names a node that the run does not have`);
  return {
    id: row.id,
    run,
    status: row.status as RunStatus,
    is_pausing: row.pause_requested_at !== null,
    node,
    iteration: row.iteration,
    items: row.items,
  };
}

/** The run's snapshot, compiled once per process. */
export async function loadRunHead(db: Db, runId: string): Promise<RunHead> {
  const cached = plans.get(runId);
  if (cached) return cached;
  const row = await db
    .selectFrom('run')
    .select(['id', 'workspace_id', 'workflow_id', 'account_id', 'definition', 'trace_parent', 'local_models'])
    .select(['retry_of', 'retry_line_ids', 'retry_locales', 'retry_notes', 'retry_respeak'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  const { id, workspace_id, workflow_id, account_id, trace_parent, local_models } = row;
  const { retry_of, retry_line_ids, retry_locales, retry_notes, retry_respeak } = row;
  let retry: RunRetry | undefined;
  if (retry_of !== null) {
    const createKey = (line_id: string, locale: string | null): string => JSON.stringify([line_id, locale]);
    // The named lines, with their notes. A null locale names the line in every locale; lines with notes name theirs.
    const notes = new Map<string, string | undefined>();
    for (const [index, line_id] of (retry_line_ids ?? []).entries())
      notes.set(createKey(line_id, retry_locales?.[index] ?? null), retry_notes?.[index] ?? undefined);
    retry = {
      run_id: retry_of,
      respeak: retry_respeak,
      only_named_lines: retry_line_ids !== null,
      namesLine: ({ line_id, locale_code }) =>
        notes.has(createKey(line_id, null)) || notes.has(createKey(line_id, locale_code)),
      noteFor: ({ line_id, locale_code }) => notes.get(createKey(line_id, locale_code)),
    };
  }
  const plan = compilePlan(row.definition as WorkflowDefinition);
  const run = { id, workspace_id, workflow_id, account_id, retry_of, trace_parent, local_models };
  const head = { ...run, retry, plan };
  const oldest = plans.keys().next().value;
  if (plans.size >= MAX_PLANS && oldest !== undefined) plans.delete(oldest);
  plans.set(runId, head);
  return head;
}

/** The lines of a chunk by number. */
export async function loadLines(db: Db, runId: string, numbers: number[]): Promise<Map<number, RunLine>> {
  // No line has the number -1.
  const rows = await db
    .selectFrom('run_line')
    .selectAll()
    .where('run_id', '=', runId)
    .where('no', 'in', numbers.length > 0 ? numbers : [-1])
    .execute();
  return new Map(rows.map((row) => [row.no, row]));
}

/** Stored audio by id, within the workspace. */
export async function loadAudio(db: Db, workspaceId: string, ids: string[]): Promise<Map<string, AudioRow>> {
  const presentIds = [...new Set(ids)].filter((id) => id !== '');
  if (presentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('audio')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', presentIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
