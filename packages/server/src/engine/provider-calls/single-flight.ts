import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EngineApp } from '../engine-app.ts';

/** How long a killed process keeps others from what it was at. */
const CLAIM_MS = 15_000;
const RENEW_MS = 5_000;
/** While another process makes it. */
const LOOK_AGAIN_MS = 250;

/** What to make, and for which workspace. */
export interface Wanted {
  workspace_id: string;
  key: Buffer;
  signal: AbortSignal;
}

interface Maker<T> {
  /** What was made before, by whomever. */
  find(): Promise<T | undefined>;
  /** Makes it and keeps it where `find` looks. */
  make(): Promise<T>;
}

type ClaimApp = Pick<EngineApp, 'db' | 'clock'>;

/**
 * Has a transcription made by one of all processes that want it; the others wait and find it. A process that is killed is waited
 * for until its claim runs out. One that cannot renew its claim for so long may see it made a second time.
 */
export async function madeOnce<T>(app: ClaimApp, wanted: Wanted, { find, make }: Maker<T>): Promise<T> {
  for (;;) {
    const claim = await claimOf(app, wanted);
    try {
      // The previous holder of the claim may have made it in the meantime.
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

/** Undefined while another process holds it, or where there is a result. */
async function claimOf(app: ClaimApp, wanted: Wanted): Promise<Claim | undefined> {
  wanted.signal.throwIfAborted();
  const holder = randomUUID();
  if (!(await take(app, wanted, holder))) return undefined;
  // A renewal that fails is followed by the next one.
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

/** A process that took it over keeps it. */
async function drop({ db }: ClaimApp, { workspace_id, key }: Wanted, holder: string): Promise<void> {
  await db
    .deleteFrom('transcription')
    .where('workspace_id', '=', workspace_id)
    .where('key', '=', key)
    .where('holder', '=', holder)
    .execute();
}
