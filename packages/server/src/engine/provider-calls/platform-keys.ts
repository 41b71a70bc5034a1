import { isDeepStrictEqual } from 'node:util';
import { type KeyedProviderId, PROVIDER_CREDENTIALS, takesKey } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/index.ts';
import type { PlatformTerms } from '../../ledger/account-plan.ts';
import type { Credentials } from '../../providers/speech/index.ts';
import { checkRejectedKey } from './key-checks.ts';

/** The encryption context of a platform key: it differs from those of all workspaces. */
export const platformKeyContext = ({ provider }: { provider: string }): string =>
  `platform-provider-key/${provider}`;

/** The platform key for a provider; undefined if none is stored. Only workers and the operator's tool decrypt it. */
export async function findPlatformCredentials(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  provider: string,
): Promise<Credentials | undefined> {
  if (!takesKey(provider)) return undefined;
  const row = await db
    .selectFrom('platform_provider_key')
    .select('encrypted_credentials')
    .where('provider', '=', provider)
    .executeTakeFirst();
  if (!row) return undefined;
  return decryptPlatformKey({ secrets }, { provider, ...row });
}

export function decryptPlatformKey(
  { secrets }: Pick<App, 'secrets'>,
  row: { provider: KeyedProviderId; encrypted_credentials: Buffer },
): Credentials {
  const text = secrets.decrypt(row.encrypted_credentials, platformKeyContext(row));
  return PROVIDER_CREDENTIALS[row.provider].parse(JSON.parse(text));
}

/** A provider with a platform key. It has no secret, so requests of customers may read it. */
export interface PlatformProvider {
  provider: string;
  /** Calls are not made until this time. */
  unavailable_until: Date | null;
  /** The provider rejected the key: no calls are made until a test succeeds. */
  is_rejected: boolean;
}

/** The providers that have a platform key. */
export function listPlatformProviders(db: Db): Promise<PlatformProvider[]> {
  return db
    .selectFrom('platform_provider_key')
    .select(['provider', 'unavailable_until'])
    .select(sql<boolean>`status = 'invalid'`.as('is_rejected'))
    .execute();
}

/** What the owner of the workspace may use through platform keys. */
export interface PlatformAccess {
  account_id: string;
  plan_slug: string;
  terms: PlatformTerms;
  /** The providers with a platform key that the plan names, and until when they are unavailable. */
  providers: ReadonlyMap<string, Pick<PlatformProvider, 'unavailable_until' | 'is_rejected'>>;
}

/** How long a platform key is not used after its provider rejected it, or reported that its account is used up. */
export const UNAVAILABLE_MS = 10 * 60_000;

/**
 * Records that a provider rejected the platform key, or that its account is used up. Returns until when calls have to
 * wait. A rejection is tested first: if the test succeeds, the key only lacks a permission, and the result is undefined; if
 * the test gets no verdict, nothing is recorded. A key that was replaced in the meantime stays unchanged.
 */
export async function recordUnavailableKey(
  app: Pick<App, 'db' | 'secrets' | 'keyVerifier' | 'clock' | 'log'>,
  { provider, credentials, reason }: { provider: string; credentials: Credentials; reason: 'auth' | 'quota' },
): Promise<Date | undefined> {
  const now = app.clock();
  const unavailable_until = new Date(now.getTime() + UNAVAILABLE_MS);
  if (!takesKey(provider)) return undefined;
  const row = await app.db
    .selectFrom('platform_provider_key')
    .select('encrypted_credentials')
    .where('provider', '=', provider)
    .executeTakeFirst();
  if (!row || !isDeepStrictEqual(decryptPlatformKey(app, { provider, ...row }), credentials)) return now;
  const isRejected = reason === 'auth';
  if (isRejected) {
    const verdict = await checkRejectedKey(app, { workspace_id: null, provider, ...row, credentials });
    // Only this request was rejected, so the key still serves the others.
    if (verdict === 'accepted') return undefined;
    // Nothing is known about the key: only this run waits.
    if (verdict !== 'rejected') return unavailable_until;
  }
  await app.db
    .updateTable('platform_provider_key')
    .set({ unavailable_until, unavailable_reason: reason })
    .$if(isRejected, (update) => update.set({ status: 'invalid', checked_at: now }))
    .where('provider', '=', provider)
    .where('encrypted_credentials', '=', row.encrypted_credentials)
    .execute();
  app.log.warn({ provider, reason, until: unavailable_until }, 'provider unavailable for all workspaces');
  return unavailable_until;
}

/** The next day (UTC). */
export function startOfNextDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

/**
 * Counts characters before they are sent. Returns false if the account has too few left today. One statement, so that
 * workers cannot pass the limit together.
 */
export async function reserveCharacters(
  db: Db,
  { account_id, terms }: PlatformAccess,
  { characters, now }: { characters: number; now: Date },
): Promise<boolean> {
  const limit = terms.characters_per_day;
  if (limit === null) return true;
  if (characters > limit) return false;
  const day = now.toISOString().slice(0, 10);
  const { rows } = await sql`
    insert into platform_characters as used (account_id, day, characters) values (${account_id}, ${day}, ${characters})
    on conflict (account_id, day) do update set characters = used.characters + excluded.characters
    where used.characters + excluded.characters <= ${limit}
    returning characters`.execute(db);
  return rows.length > 0;
}

/** Subtracts the characters of a call without a take. */
export async function releaseCharacters(
  db: Db,
  { account_id, terms }: PlatformAccess,
  { characters, now }: { characters: number; now: Date },
): Promise<void> {
  if (terms.characters_per_day === null) return;
  await db
    .updateTable('platform_characters')
    .set({ characters: sql`greatest(0, characters - ${characters})` })
    .where('account_id', '=', account_id)
    .where(sql<boolean>`day = ${now.toISOString().slice(0, 10)}::date`)
    .execute();
}

/** Removes the counts of earlier days. */
export async function sweepPlatformCharacters(db: Db, now: Date): Promise<void> {
  const day = new Date(now.getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
  await db.deleteFrom('platform_characters').where(sql<boolean>`day < ${day}::date`).execute();
}
