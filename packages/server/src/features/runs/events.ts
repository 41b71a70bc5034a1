import type { RunEvent, RunStatus } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { JsonObject } from '../../db/rows.ts';
import { isFinal } from '../../engine/index.ts';
import { type EventBatch, type EventWatch, subscribe } from './event-watch.ts';
import type { RunRef } from './queries.ts';

const BATCH_EVENTS = 500;

type EventRow = { status: RunStatus; seq: number | null; type: string; data: JsonObject; at: Date };

/** Reads status and events from one snapshot, so that an ended run includes its last event. */
export async function readEvents(db: Db, place: RunRef, after: number): Promise<EventBatch<RunEvent>> {
  const { rows } = await sql<EventRow>`
    select run.status, event.seq, event.type, event.data, event.at
    from run
    left join lateral (
      select seq, type, data, at from run_event
      where run_event.run_id = run.id and seq > ${after}::bigint
      order by seq
      limit ${BATCH_EVENTS}
    ) as event on true
    where run.id = ${place.run_id}
      and run.workspace_id = ${place.workspace_id} and run.workflow_id = ${place.workflow_id}
    order by event.seq`.execute(db);
  const [first] = rows;
  const events = rows.flatMap((row) => eventOf(place, row));
  return { events, has_more: events.length === BATCH_EVENTS, ended: !first || isFinal(first.status) };
}

function eventOf({ run_id }: RunRef, { seq, type, data, at }: EventRow): RunEvent[] {
  if (seq === null) return [];
  // The engine writes only events of the contract.
  return [{ id: seq, type, run_id, at: at.toISOString(), data } as unknown as RunEvent];
}

/** Resolves when the run ends or is deleted, or when the signal aborts. Holds no connection while it waits. */
export async function waitForEnd(
  db: Db,
  watch: EventWatch,
  { place, signal }: { place: RunRef; signal: AbortSignal },
): Promise<void> {
  // Subscribes before the first query, so that no change is missed.
  const news = subscribe(watch, { key: `run:${place.run_id}`, topic: 'status', signal });
  try {
    while (!signal.aborted) {
      const status = await findStatus(db, place);
      if (status === undefined || isFinal(status)) return;
      await news.next();
    }
  } finally {
    news.close();
  }
}

async function findStatus(db: Db, { workspace_id, run_id }: RunRef): Promise<RunStatus | undefined> {
  const row = await db
    .selectFrom('run')
    .select('status')
    .where('id', '=', run_id)
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirst();
  return row?.status as RunStatus | undefined;
}
