import { setTimeout as delay } from 'node:timers/promises';
import type { RunStatus } from '@voiceloom/contract';
import type { Db } from '../../../db/index.ts';
import { isFinal } from '../../../engine/index.ts';
import type { RunRef } from '../queries.ts';
import type { EventWatch } from './event-watch.ts';
import { createSignal } from './signal.ts';

/** A busy run sends many notifications per second, but only its end matters here. */
const BETWEEN_LOOKS_MS = 250;

/** Resolves when the run has ended, is deleted, or the signal aborts. Holds no connection while it waits. */
export async function waitForEnd(
  db: Db,
  watch: EventWatch,
  { place, signal }: { place: RunRef; signal: AbortSignal },
): Promise<void> {
  const newEvents = createSignal(signal);
  // Subscribes before the first query, so that no event is missed.
  const release = watch.on(place.run_id, newEvents.notify);
  try {
    while (!signal.aborted) {
      const looked_at = performance.now();
      const status = await findStatus(db, place);
      if (status === undefined || isFinal(status)) return;
      await newEvents.next();
      await pauseUntil(looked_at + BETWEEN_LOOKS_MS, signal);
    }
  } finally {
    release();
    newEvents.close();
  }
}

async function pauseUntil(at: number, signal: AbortSignal): Promise<void> {
  const left = at - performance.now();
  if (left > 0) await delay(left, undefined, { signal }).catch(() => undefined);
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
