import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EngineApp } from '../engine-app.ts';

/** How long the claim of a killed process blocks others. */
const CLAIM_MS = 15_000;
const RENEW_MS = 5_000;
/** How often to check for the result of another process. */
const LOOK_AGAIN_MS = 250;

/** The work to do, and its workspace. */
export interface Wanted {
  workspace_id: string;
  key: Buffer;
  signal: AbortSignal;
}

interface Maker<T> {
  /** The stored result of any process. */
  find(): Promise<T | undefined>;
  /** Does the work and stores the result for `find`. */
  make(): Promise<T>;
}

type ClaimApp = Pick<EngineApp, 'db' | 'clock'>;

/**
 * Lets only one process transcribe; the others wait for its result. If that process is killed, they wait
 * until its claim expires. If it cannot renew its claim for that long, the work may be done twice.
 */
export async function madeOnce<T>(app: ClaimApp, wanted: Wanted, { find, make }: Maker<T>): Promise<T> {
  for (;;) {
    const release = await claim(app, wanted);
    try {
      // The previous holder of the claim may have finished in the meantime.
      const found = await find();
      if (found !== undefined) return found;
      if (release) return await make();
    } finally {
      await release?.();
    }
    await delay(LOOK_AGAIN_MS, undefined, { signal: wanted.signal });
  }
}

/** Returns how to release the claim; undefined if another process holds it or a result exists. */
async function claim(
  { db, clock }: ClaimApp,
  { workspace_id, key, signal }: Wanted,
): Promise<(() => Promise<void>) | undefined> {
  signal.throwIfAborted();
  const holder = randomUUID();
  const now = clock();
  const held_until = new Date(now.getTime() + CLAIM_MS);
  const taken = await db
    .insertInto('transcription')
    .values({ workspace_id, key, holder, held_until, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'key'])
        .doUpdateSet({ holder, held_until })
        .where('transcription.held_until', '<=', now),
    )
    .returning('key')
    .executeTakeFirst();
  if (!taken) return undefined;
  const renew = async (): Promise<void> => {
    await db
      .updateTable('transcription')
      .set({ held_until: new Date(clock().getTime() + CLAIM_MS) })
      .where('workspace_id', '=', workspace_id)
      .where('key', '=', key)
      .where('holder', '=', holder)
      .execute();
  };
  // If a renewal fails, the next one may succeed.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    // If another process has taken over the claim, it keeps it.
    await db
      .deleteFrom('transcription')
      .where('workspace_id', '=', workspace_id)
      .where('key', '=', key)
      .where('holder', '=', holder)
      .execute()
      .catch(() => undefined);
  };
}
