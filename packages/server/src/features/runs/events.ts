import type { RunEvent, RunStatus } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { JsonObject } from '../../db/rows.ts';
import { isFinal } from '../../engine/index.ts';
import { type EventBatch, type EventWatch, subscribe } from './event-watch.ts';
import type { RunRef } from './queries.ts';

const BATCH_EVENTS = 500;

/** Reads status and events from one snapshot, so that an ended run includes its last event. */
export async function readEvents(db: Db, runRef: RunRef, lastEventId: number): Promise<EventBatch<RunEvent>> {
  const { rows } = await sql<{
    status: RunStatus;
    seq: number | null;
    type: string;
    data: JsonObject;
    at: Date;
  }>`
    select run.status, event.seq, event.type, event.data, event.at
    from run
    left join lateral (
      select seq, type, data, at from run_event
      where run_event.run_id = run.id and seq > ${lastEventId}::bigint
      order by seq
      limit ${BATCH_EVENTS}
    ) as event on true
    where run.id = ${runRef.run_id}
      and run.workspace_id = ${runRef.workspace_id} and run.workflow_id = ${runRef.workflow_id}
    order by event.seq`.execute(db);
  const [firstEvent] = rows;
  const events: RunEvent[] = [];
  for (const { seq, type, data, at } of rows) {
    if (seq === null) continue;
    const event = { id: seq, type, run_id: runRef.run_id, at: at.toISOString(), data };
    // The engine writes only events of the contract.
    events.push(event as unknown as RunEvent);
  }
  return {
    events,
    has_more: events.length === BATCH_EVENTS,
    ended: !firstEvent || isFinal(firstEvent.status),
  };
}

/** Resolves when the run ends or is deleted, or when the signal aborts. Holds no connection while it waits. */
export async function waitForEnd(
  db: Db,
  watch: EventWatch,
  { runRef, signal }: { runRef: RunRef; signal: AbortSignal },
): Promise<void> {
  // Subscribes before the first query, so that no change is missed.
  const news = subscribe(watch, { key: `run:${runRef.run_id}`, topic: 'status', signal });
  try {
    while (!signal.aborted) {
      const row = await db
        .selectFrom('run')
        .select('status')
        .where('id', '=', runRef.run_id)
        .where('workspace_id', '=', runRef.workspace_id)
        .executeTakeFirst();
      const status = row?.status as RunStatus | undefined;
      if (status === undefined || isFinal(status)) return;
      await news.next();
    }
  } finally {
    news.close();
  }
}
