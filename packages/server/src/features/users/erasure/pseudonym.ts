import { updateRow } from '../../../db/by-id.ts';
import type { Db } from '../../../db/index.ts';
import { identityHash } from '../sign-in.ts';

/** The name that others see instead of the name of an erased person. */
export const ERASED_NAME = 'Erased user';

/** The `issuer` in `app_user` of an erased person. Issuers of identity providers are URLs, so this one is unique. */
export const ERASED_ISSUER = 'erased';

const [ERASED_FIRST = '', ERASED_LAST = ''] = ERASED_NAME.split(' ');
const HIDDEN = { first_name: ERASED_FIRST, last_name: ERASED_LAST, email_verified: false, image_url: null };

/** Hides the name. A repeated call needs the name and the addresses to find traces, so they are deleted last. */
export async function hideProfile(
  db: Db,
  { id, name, now }: { id: string; name: string | null; now: Date },
): Promise<void> {
  await updateRow(db, 'app_user', { id, ...HIDDEN, name_before_erasure: name, updated_at: now });
}

/**
 * Keeps the ID of the person without a name, for the ledgers and for rows of others. Without a period, the account gets
 * no further credits.
 */
export async function keepPseudonym(tx: Db, id: string, now: Date): Promise<void> {
  const user = tx.selectFrom('app_user').select(['issuer', 'subject']).where('id', '=', id);
  const erased_identity = identityHash(await user.executeTakeFirstOrThrow());
  const nobody = {
    issuer: ERASED_ISSUER,
    subject: id,
    email: null,
    former_emails: [],
    name_before_erasure: null,
  };
  await updateRow(tx, 'app_user', {
    id,
    ...HIDDEN,
    ...nobody,
    erased_identity,
    erased_at: now,
    updated_at: now,
  });
  const period = { period: null, period_start: null, period_end: null, plan_id: null };
  await tx.updateTable('credit_account').set(period).where('user_id', '=', id).execute();
}
