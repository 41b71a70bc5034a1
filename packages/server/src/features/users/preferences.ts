import { NotificationPreferences, type UpdateNotificationPreferences } from '@voiceloom/contract';
import type { Db } from '../../db/index.ts';
import { insertMissing } from '../../db/upsert.ts';
import { assertMatch, versionOfView } from '../../handler/entity-tag.ts';

const NAMES = NotificationPreferences.keyof().options;

const DEFAULTS: NotificationPreferences = {
  completed_generation_email: true,
  failed_generation_email: true,
  weekly_usage_summary_email: false,
  product_updates_email: false,
};

/** The emails that a user wants. A user without changes has no row. */
export async function findPreferences(db: Db, userId: string): Promise<NotificationPreferences> {
  const row = await db
    .selectFrom('notification_preference')
    .select(NAMES)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? DEFAULTS;
}

type PreferencesWrite = { userId: string; changes: UpdateNotificationPreferences; now: Date };

/**
 * Changes preferences only if they still have the version that the caller read. A user without a row gets one, so that
 * it can be locked.
 */
export async function changeMatchingPreferences(
  db: Db,
  { ifMatch, ...write }: PreferencesWrite & { ifMatch: string | undefined },
): Promise<NotificationPreferences> {
  if (ifMatch === undefined) return changePreferences(db, write);
  const { userId, now } = write;
  return db.transaction().execute(async (tx) => {
    const row = { ...DEFAULTS, user_id: userId, updated_at: now };
    await insertMissing(tx, 'notification_preference', [row]);
    const storedPreferences = await tx
      .selectFrom('notification_preference')
      .select(NAMES)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    assertMatch(ifMatch, versionOfView(storedPreferences), 'preferences');
    return changePreferences(tx, write);
  });
}

/** A single statement, so that concurrent changes are not lost. */
export async function changePreferences(db: Db, { userId, changes, now }: PreferencesWrite) {
  return db
    .insertInto('notification_preference')
    .values({ ...DEFAULTS, ...changes, user_id: userId, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...changes, updated_at: now }))
    .returning(NAMES)
    .executeTakeFirstOrThrow();
}
