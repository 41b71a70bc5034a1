import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { JobQueue, JobRef } from '../../jobs/index.ts';
import { MailError } from '../../providers/mail/index.ts';
import { decrypt, type EncryptionContext, encrypt } from '../../secrets/encrypt.ts';
import type { MailContent, MailKind } from './content.ts';
import {
  beginTry,
  deleteMails,
  endMail,
  insertMails,
  listOpenMails,
  type OutboxRow,
  updateError,
} from './queries.ts';

export const mailJobRef: JobRef = { name: 'mail' };

/** The job ID is the email ID. Emails of the kind `bulk` are sent after others. */
export function enqueueMails(queue: Pick<JobQueue, 'add'>, tx: Db, ids: readonly string[], kind?: 'bulk') {
  const priority = kind === 'bulk' ? -1 : 0;
  return queue.add(
    tx,
    mailJobRef,
    ids.map((id) => ({ id, priority })),
  );
}

/** How long the service retries to send an email. */
const GIVE_UP_MS = 24 * 3_600_000;
const MAX_ERROR = 500;

type PostApp = Pick<App, 'queue' | 'signingSecret'>;

/** Inserts an email and its job in the caller's transaction, so it is sent only if that commits. */
export async function enqueueMail(
  app: PostApp,
  tx: Db,
  { kind, content, now }: { kind: MailKind; content: MailContent; now: Date },
): Promise<string> {
  const [id] = await postMails(app, tx, { kind, contents: [content], now });
  if (id === undefined) throw new Error('An email was posted without an id.');
  return id;
}

/** Inserts emails of one kind to many recipients with few statements. They are sent after other emails. */
export async function postMails(
  { queue, signingSecret }: PostApp,
  tx: Db,
  { kind, contents, now }: { kind: MailKind; contents: MailContent[]; now: Date },
): Promise<string[]> {
  if (contents.length === 0) return [];
  const rows = contents.map((content) => {
    const id = newId();
    const encrypted = encrypt(Buffer.from(JSON.stringify(content)), encryptionContext(signingSecret, id));
    return { id, kind, content: encrypted, created_at: now };
  });
  await insertMails(tx, rows);
  const ids = rows.map(({ id }) => id);
  await enqueueMails(queue, tx, ids, ids.length > 1 ? 'bulk' : undefined);
  return ids;
}

type DeliveryApp = Pick<App, 'db' | 'mail' | 'clock' | 'log' | 'signingSecret'>;

/**
 * Sends an email if it is pending. Throws if a retry may help. Only a crash between sending and recording can cause a
 * second copy, which has the same Message-ID.
 */
export async function deliverMail(app: DeliveryApp, id: string): Promise<void> {
  const row = await beginTry(app.db, id);
  if (!row) return;
  const { kind, attempts, created_at } = row;
  const content = decryptContent(row, app.signingSecret);
  if (!content)
    return markMailFailed(app, row, 'The email cannot be decrypted, because SIGNING_SECRET has changed.');
  let place: string;
  try {
    ({ place } = await app.mail.send({ ...content, id, written_at: created_at }));
  } catch (error) {
    const message = error instanceof Error ? error.message.slice(0, MAX_ERROR) : 'The email was not sent.';
    const isTooOld = app.clock().getTime() - created_at.getTime() > GIVE_UP_MS;
    if (isTooOld || (error instanceof MailError && error.permanent)) return markMailFailed(app, row, message);
    await updateError(app.db, id, message);
    app.log.warn({ mail_id: id, kind, attempts, err: error }, 'mail not sent');
    throw error;
  }
  await endMail(app.db, id, { sent_at: app.clock(), last_error: null });
  app.log.info({ mail_id: id, kind, place }, 'mail sent');
}

/** Ends the attempts to send a mail, and tells the operator why. */
async function markMailFailed(app: DeliveryApp, { id, kind }: OutboxRow, reason: string): Promise<void> {
  await endMail(app.db, id, { failed_at: app.clock(), last_error: reason });
  app.log.error({ mail_id: id, kind, reason }, 'mail given up');
}

/** The content of a stored message; undefined if it was removed, or encrypted with a secret that is gone. */
function decryptContent({ id, content }: OutboxRow, secret: Uint8Array): MailContent | undefined {
  if (!content) return undefined;
  try {
    return JSON.parse(decrypt(content, encryptionContext(secret, id)).toString()) as MailContent;
  } catch {
    return undefined;
  }
}

/** An email can contain an invite token, so it is stored encrypted. */
function encryptionContext(secret: Uint8Array, id: string): EncryptionContext {
  return { secret, context: `mail:${id}` };
}

const READ_AT_ONCE = 500;
const UNREADABLE =
  'An unsent email cannot be decrypted. Repeat the command with the SIGNING_SECRET with which the service runs.';

/**
 * Deletes unsent emails to this address. The address is encrypted, so each email must be decrypted. Throws if this
 * fails for an email, because it may be to this address.
 */
export async function deleteMailsTo(
  { db, signingSecret }: Pick<App, 'db' | 'signingSecret'>,
  address: string,
): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const mails = await listOpenMails(db, after, READ_AT_ONCE);
    const own = mails.filter((row) => {
      const content = decryptContent(row, signingSecret);
      if (!content) throw new ApiError('CONFLICT', UNREADABLE);
      return content.to.toLowerCase() === address.toLowerCase();
    });
    await deleteMails(
      db,
      own.map(({ id }) => id),
    );
    const last = mails.at(-1);
    if (!last || mails.length < READ_AT_ONCE) return;
    after = last.id;
  }
}
