import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { storable } from '../../db/storable.ts';
import type { Transcription } from '../../providers/transcription/transcriber.ts';
import type { EngineApp } from '../engine-app.ts';
import { digestOf } from '../nodes/stored-audio.ts';
import { madeOnce, type Transcriber, type Wanted } from './transcripts.ts';

interface Heard {
  said: Transcription;
  /** A stored transcript was reused, so nothing is billed. */
  kept: boolean;
}

/**
 * The transcript of a piece of a recording, reused if the same model transcribed the same audio before. It is
 * stored as soon as it arrives, because it is paid for even if the run fails.
 */
export async function heardOnce(
  app: Pick<EngineApp, 'db' | 'clock'>,
  { provider, model, credentials }: Transcriber,
  /** `locale_code`: the language to send to the provider; null for automatic detection. */
  piece: { workspace_id: string; wav: Uint8Array; locale_code: string | null; signal: AbortSignal },
  hear: () => Promise<Transcription>,
): Promise<Heard> {
  const { workspace_id, wav, locale_code, signal } = piece;
  const sound = createHash('sha256').update(wav).digest('hex');
  // On another server, the same name may be a different model.
  const server = credentials.transcription_base_url ?? credentials.base_url ?? null;
  const key = digestOf('piece', sound, provider.id, model.id, server, locale_code);
  const wanted: Wanted = { workspace_id, key, signal };
  return madeOnce<Heard>(app, wanted, {
    async find() {
      const said = await findResult(app.db, wanted);
      return said && { said, kept: true };
    },
    async make() {
      const said = await hear();
      await keep(app, wanted, said);
      return { said, kept: false };
    },
  });
}

async function findResult(db: Db, { workspace_id, key }: Wanted): Promise<Transcription | undefined> {
  const row = await db
    .selectFrom('transcription')
    .select('result')
    .where('workspace_id', '=', workspace_id)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.result ?? undefined;
}

/** Stores even if the claim was lost meanwhile, because the transcript is paid for. */
async function keep(
  { db, clock }: Pick<EngineApp, 'db' | 'clock'>,
  { workspace_id, key }: Wanted,
  said: Transcription,
): Promise<void> {
  const done = { result: storable(said), holder: null, held_until: null, created_at: clock() };
  await db
    .insertInto('transcription')
    .values({ workspace_id, key, ...done })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'key']).doUpdateSet(done))
    .execute();
}

const DAY_MS = 86_400_000;
const KEPT_MS = 7 * DAY_MS;
const SWEPT_AT_ONCE = 1_000;

/** Removes transcripts of pieces after a week, and the claims of killed processes. */
export async function sweepHeardPieces(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await sql`
    delete from transcription where (workspace_id, key) in (
      select workspace_id, key from transcription where created_at < ${before} limit ${SWEPT_AT_ONCE}
    ) and (held_until is null or held_until < ${now})`.execute(db);
}
