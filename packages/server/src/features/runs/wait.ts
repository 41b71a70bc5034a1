import type { RunStatus } from '@voiceloom/contract';
import type { Db } from '../../db/index.ts';
import { isFinal } from '../../engine/status.ts';
import { createBell } from './bell.ts';
import type { EventWatch } from './event-watch.ts';
import type { RunPlace } from './queries.ts';

/** Resolves when the run has ended, is gone, or the signal says so. Between two looks it holds no connection. */
export async function waitForEnd(
  db: Db,
  watch: EventWatch,
  { place, signal }: { place: RunPlace; signal: AbortSignal },
): Promise<void> {
  const bell = createBell(signal);
  // Watching begins before the first look, so that nothing falls between the two.
  const release = watch.on(place.run_id, bell.ring);
  try {
    while (!signal.aborted) {
      const status = await findStatus(db, place);
      if (status === undefined || isFinal(status)) return;
      await bell.next();
    }
  } finally {
    release();
    bell.close();
  }
}

async function findStatus(db: Db, { workspace_id, run_id }: RunPlace): Promise<RunStatus | undefined> {
  const row = await db
    .selectFrom('run')
    .select('status')
    .where('id', '=', run_id)
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirst();
  return row?.status as RunStatus | undefined;
}
