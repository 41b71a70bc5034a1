import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { AUDIO_MISSING } from '../model.ts';

/** A failed line of an ended run, at the node where it failed. */
export interface LineFailedAt {
  no: number;
  line_id: string;
  locale_code: string;
  node_id: string;
  /** The take that the line arrived with. Null if it had none. */
  take_id: string | null;
}

/**
 * Where the failed lines of a run failed. A retry reuses a take from before the error: it is paid, and a new take would
 * fail at the same node. A line whose take is missing in the storage is left out, because it needs a new one.
 */
export function listLineFailures(
  db: Db,
  { workspace_id, run_id, line_ids }: { workspace_id: string; run_id: string; line_ids?: readonly string[] },
): Promise<LineFailedAt[]> {
  let query = db
    .selectFrom('run_line')
    .innerJoin('attempt', (join) =>
      join.onRef('attempt.run_id', '=', 'run_line.run_id').onRef('attempt.line_no', '=', 'run_line.no'),
    )
    .leftJoin('audio', (join) =>
      join.onRef('audio.id', '=', 'attempt.input_id').on('audio.workspace_id', '=', workspace_id),
    )
    .select(['run_line.no', 'run_line.line_id', 'run_line.locale_code', 'attempt.node_id', 'audio.take_id'])
    .where('run_line.run_id', '=', run_id)
    .where('run_line.status', '=', 'failed')
    .where('attempt.port', '=', 'error')
    .where(sql<boolean>`run_line.error ->> 'code' is distinct from ${AUDIO_MISSING}`);
  if (line_ids) query = query.where('run_line.line_id', 'in', [...line_ids]);
  return query.execute();
}
