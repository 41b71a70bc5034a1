import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Db, Row } from '../../../db/index.ts';
import { ApiError } from '../../../errors.ts';

const deriveKey = promisify<string, Buffer, number, Buffer>(scrypt);
const SALT_BYTES = 16;
const KEY_BYTES = 32;

const MAX_WRONG_TRIES = 5;
const WINDOW_MS = 600_000;

/** Returns the salt and the derived key. The hash is slow, because people choose short passcodes. */
export async function hashPasscode(passcode: string): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  return Buffer.concat([salt, await deriveKey(passcode.normalize('NFC'), salt, KEY_BYTES)]);
}

/**
 * Throws FORBIDDEN for a wrong passcode, and RATE_LIMITED after too many wrong passcodes for the link, from
 * any address.
 */
export async function checkPasscode(
  db: Db,
  link: Row<'review_link'>,
  { passcode, now }: { passcode: string | null; now: Date },
): Promise<void> {
  const { id, passcode_hash } = link;
  if (passcode_hash === null) return;
  if (passcode === null) throw new ApiError('FORBIDDEN', 'This link requires a passcode.');
  await countTry(db, id, now);
  // The format of `hashPasscode`.
  const salt = passcode_hash.subarray(0, SALT_BYTES);
  const storedKey = passcode_hash.subarray(SALT_BYTES);
  const key = await deriveKey(passcode.normalize('NFC'), salt, KEY_BYTES);
  if (!timingSafeEqual(key, storedKey)) throw new ApiError('FORBIDDEN', 'The passcode is wrong.');
  // Takes back the count of this attempt.
  await sql`update review_link set failed_attempts = greatest(failed_attempts - 1, 0) where id = ${id}`.execute(
    db,
  );
}

/** Counts an attempt before it is checked, so that parallel attempts cannot exceed the limit. */
async function countTry(db: Db, id: string, now: Date): Promise<void> {
  const start = new Date(now.getTime() - WINDOW_MS);
  const { numAffectedRows } = await sql`
    update review_link
    set failed_attempts = case when failed_attempts_since > ${start} then failed_attempts + 1 else 1 end,
      failed_attempts_since = case when failed_attempts_since > ${start} then failed_attempts_since else ${now}::timestamptz end
    where id = ${id} and (failed_attempts < ${MAX_WRONG_TRIES} or failed_attempts_since <= ${start})`.execute(
    db,
  );
  if (numAffectedRows) return;
  const link = await db
    .selectFrom('review_link')
    .select('failed_attempts_since')
    .where('id', '=', id)
    .executeTakeFirst();
  const until = (link?.failed_attempts_since ?? now).getTime() + WINDOW_MS;
  throw new ApiError(
    'RATE_LIMITED',
    `After ${MAX_WRONG_TRIES} wrong passcodes, this link is locked for up to 10 minutes.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((until - now.getTime()) / 1_000)) },
  );
}
