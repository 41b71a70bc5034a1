import { sql } from 'kysely';
import type { Db, NewRow, Row } from '../../db/index.ts';

export type OutboxRow = Row<'mail_outbox'>;

export async function insertMails(tx: Db, rows: NewRow<'mail_outbox'>[]): Promise<void> {
  await tx.insertInto('mail_outbox').values(rows).execute();
}

/** Counts another attempt to send a pending email. Returns undefined if it is not pending. */
export async function beginTry(db: Db, id: string): Promise<OutboxRow | undefined> {
  return db
    .updateTable('mail_outbox')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export type MailEnd = { sent_at: Date; last_error: null } | { failed_at: Date; last_error: string };

/** Ends an email and deletes its content. */
export async function endMail(db: Db, id: string, end: MailEnd): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ ...end, content: null })
    .where('id', '=', id)
    .execute();
}

export async function updateError(db: Db, id: string, last_error: string): Promise<void> {
  await db.updateTable('mail_outbox').set({ last_error }).where('id', '=', id).execute();
}

/** Messages from before a time that were neither sent nor given up, oldest first. */
export async function listOpenMailIds(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Deletes the oldest emails first, at most `limit`. */
export async function deleteEndedMails(db: Db, before: Date, limit: number): Promise<void> {
  await sql`
    delete from mail_outbox where id in (
      select id from mail_outbox
      where (sent_at is not null or failed_at is not null) and coalesce(sent_at, failed_at) < ${before}
      order by coalesce(sent_at, failed_at)
      limit ${limit}
    )`.execute(db);
}

/** Emails that are not sent yet, ordered by ID. */
export async function listOpenMails(db: Db, after: string, limit: number): Promise<OutboxRow[]> {
  return db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function deleteMails(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('mail_outbox').where('id', 'in', ids).execute();
}
