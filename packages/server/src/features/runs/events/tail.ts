import { setTimeout as delay } from 'node:timers/promises';
import type { RunEvent, RunStatus } from '@voiceloom/contract';
import { sql } from 'kysely';
import { type Db, isDatabaseAway } from '../../../db/index.ts';
import type { JsonObject } from '../../../db/rows.ts';
import { isFinal } from '../../../engine/index.ts';
import type { RunRef } from '../queries.ts';
import type { EventWatch } from './event-watch.ts';
import { createSignal } from './signal.ts';

const BATCH_EVENTS = 500;
const AWAY_MS = 1_000;

interface Tail {
  place: RunRef;
  /** The number of the reader's last event. */
  after: number;
  signal: AbortSignal;
}

/**
 * The events of a run after a number, including future ones, until the run ends or the reader disconnects.
 * Holds no database connection while it waits.
 */
export async function* tailEvents(db: Db, watch: EventWatch, tail: Tail): AsyncGenerator<RunEvent> {
  const { place, signal } = tail;
  const newEvents = createSignal(signal);
  // Subscribes before the first query, so that no event is missed.
  const release = watch.on(place.run_id, newEvents.notify);
  try {
    let after = tail.after;
    while (!signal.aborted) {
      const look = await readTolerant(db, place, after);
      for (const event of look?.events ?? []) {
        if (signal.aborted) return;
        after = event.id;
        yield event;
      }
      if (look === undefined) await delay(AWAY_MS, undefined, { signal }).catch(() => undefined);
      else if (look.events.length < BATCH_EVENTS) {
        if (look.ended) return;
        await newEvents.next();
      }
    }
  } finally {
    release();
    newEvents.close();
  }
}

interface Look {
  events: RunEvent[];
  /** The run has ended: no event follows these. */
  ended: boolean;
}

/** If the database is unavailable, the stream stays open and retries later. */
async function readTolerant(db: Db, place: RunRef, after: number): Promise<Look | undefined> {
  try {
    return await readEvents(db, place, after);
  } catch (error) {
    if (isDatabaseAway(error)) return undefined;
    throw error;
  }
}

interface EventRow {
  status: RunStatus;
  seq: number | null;
  type: string;
  data: JsonObject;
  at: Date;
}

/** Reads status and events from one snapshot, so that an ended run includes its last event. */
async function readEvents(db: Db, place: RunRef, after: number): Promise<Look> {
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
  return { events: rows.flatMap((row) => eventOf(place, row)), ended: !first || isFinal(first.status) };
}

function eventOf({ run_id }: RunRef, { seq, type, data, at }: EventRow): RunEvent[] {
  if (seq === null) return [];
  // The engine only writes events of the contract.
  return [{ id: seq, type, run_id, at: at.toISOString(), data } as unknown as RunEvent];
}
