import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
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
    const claim = await claimOf(app, wanted);
    try {
      // The previous holder of the claim may have finished in the meantime.
      const found = await find();
      if (found !== undefined) return found;
      if (claim) return await make();
    } finally {
      await claim?.release();
    }
    await delay(LOOK_AGAIN_MS, undefined, { signal: wanted.signal });
  }
}

interface Claim {
  release(): Promise<void>;
}

/** Undefined if another process holds the claim or a result exists. */
async function claimOf(app: ClaimApp, wanted: Wanted): Promise<Claim | undefined> {
  wanted.signal.throwIfAborted();
  const holder = randomUUID();
  if (!(await take(app, wanted, holder))) return undefined;
  // If a renewal fails, the next one may succeed.
  const timer = setInterval(() => void renew(app, wanted, holder).catch(() => undefined), RENEW_MS);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      await drop(app, wanted, holder).catch(() => undefined);
    },
  };
}

async function take({ db, clock }: ClaimApp, wanted: Wanted, holder: string): Promise<boolean> {
  const { workspace_id, key } = wanted;
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
    .returning(sql<boolean>`true`.as('taken'))
    .executeTakeFirst();
  return taken !== undefined;
}

async function renew({ db, clock }: ClaimApp, { workspace_id, key }: Wanted, holder: string): Promise<void> {
  await db
    .updateTable('transcription')
    .set({ held_until: new Date(clock().getTime() + CLAIM_MS) })
    .where('workspace_id', '=', workspace_id)
    .where('key', '=', key)
    .where('holder', '=', holder)
    .execute();
}

/** A process that took the claim over keeps it. */
async function drop({ db }: ClaimApp, { workspace_id, key }: Wanted, holder: string): Promise<void> {
  await db
    .deleteFrom('transcription')
    .where('workspace_id', '=', workspace_id)
    .where('key', '=', key)
    .where('holder', '=', holder)
    .execute();
}
