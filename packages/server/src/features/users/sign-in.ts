import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db, Row } from '../../db/index.ts';
import { insertMissing } from '../../db/upsert.ts';
import { ApiError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { addWorkspace, findPersonalMembership, lockOwner, type Membership } from '../workspaces/index.ts';

export type UserRow = Row<'app_user'>;

type UserProfile = Pick<UserRow, 'email' | 'email_verified' | 'first_name' | 'last_name' | 'image_url'>;

/** The person in a verified token. */
export interface Identity {
  issuer: string;
  subject: string;
  /** When the token was issued, in seconds since 1970. */
  issued_at: number;
  /** The profile in the token. Missing claims change nothing. */
  profile: Partial<UserProfile>;
}

const MAX_FORMER_EMAILS = 100;

export interface SignedIn {
  user_id: string;
  is_suspended: boolean;
  personal: Membership;
}

/** The user of a verified token. The first token of a subject creates the user and a personal workspace. */
export async function signIn({ db }: Pick<App, 'db'>, identity: Identity, now: Date): Promise<SignedIn> {
  const [user] = await Promise.all([
    findUser(db, identity.issuer, identity.subject),
    rejectErased(db, identity),
  ]);
  const personal = user && (await findPersonalMembership(db, user.id));
  if (user && personal) {
    const { profile } = identity;
    const { email = null } = profile;
    const isChanged = Object.entries(profile).some(
      ([field, value]) => user[field as keyof UserProfile] !== value,
    );
    // Does not change a suspended user, because an erasure may be in progress.
    if (user.suspended_at === null && isChanged)
      await db
        .updateTable('app_user')
        .set({ ...profile, former_emails: withReplacedEmail(email), updated_at: now })
        .where('id', '=', user.id)
        .where('suspended_at', 'is', null)
        .execute();
    return { user_id: user.id, is_suspended: user.suspended_at !== null, personal };
  }
  return db.transaction().execute((tx) => addMissing(tx, identity, now));
}

/**
 * The former addresses, with the one that a new profile replaces, because an erasure searches for it. Unchanged if there is
 * no old or no new address, if both are equal, if the old one is already in the list, or if the list is full.
 */
const withReplacedEmail = (newEmail: string | null) => sql<string[]>`
  case when email is null or email is not distinct from coalesce(${newEmail}::text, email)
    or email = any(former_emails) or cardinality(former_emails) >= ${MAX_FORMER_EMAILS} then former_emails
  else array_append(former_emails, email) end`;

/**
 * Adds the user, the personal workspace, or both, whichever is missing. Concurrent calls are safe: the second one waits for
 * the first and uses its result.
 */
async function addMissing(tx: Db, identity: Identity, now: Date): Promise<SignedIn> {
  const { issuer, subject, profile } = identity;
  await rejectErased(tx, identity);
  const row = { id: newId(), issuer, subject, ...profile, created_at: now, updated_at: now };
  // Waits for a concurrent first request of the same person.
  const [newUser] = await insertMissing(tx, 'app_user', [row]);
  const user = newUser ?? (await findUser(tx, issuer, subject));
  if (!user) throw new Error('The user was neither found nor created.');
  await lockOwner(tx, user.id);
  const personal = await findPersonalMembership(tx, user.id);
  const is_suspended = user.suspended_at !== null;
  if (personal) return { user_id: user.id, is_suspended, personal };
  const firstName = profile.first_name?.trim().slice(0, 100);
  const name = firstName ? `${firstName}'s workspace` : 'Personal workspace';
  await addWorkspace(tx, { userId: user.id, workspace: { name, is_personal: true }, now });
  const newMembership = await findPersonalMembership(tx, user.id);
  if (!newMembership) throw new Error('The personal workspace was not created.');
  return { user_id: user.id, is_suspended, personal: newMembership };
}

/** Clocks of the service and of the identity provider may differ by this much. */
const CLOCK_SKEW_MS = 60_000;

/** A token from before an erasure must not bring the person back, nor act for a new account of the person. */
async function rejectErased(db: Db, identity: Identity): Promise<void> {
  const erased = await db
    .selectFrom('app_user')
    .select('id')
    .where('erased_identity', '=', identityHash(identity))
    .where('erased_at', '>', new Date(identity.issued_at * 1_000 - CLOCK_SKEW_MS))
    .executeTakeFirst();
  if (erased)
    throw new ApiError(
      'UNAUTHENTICATED',
      'The account of this token was erased. To create a new account, sign in again.',
    );
}

/** Hides the identity of an erased account. */
export const identityHash = ({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest();

/** Removes the hashes of identities that were erased before this time, when all of their tokens have expired. */
export async function sweepErasedIdentities(db: Db, erasedBefore: Date): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ erased_identity: null })
    .where('erased_identity', 'is not', null)
    // Clocks can differ twice: when the token was issued, and when it expires.
    .where('erased_at', '<', new Date(erasedBefore.getTime() - 2 * CLOCK_SKEW_MS))
    .execute();
}

/** The account of an identity: a subject is unique only for its issuer. */
async function findUser(db: Db, issuer: string, subject: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('app_user')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export async function findUserById(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst();
}
