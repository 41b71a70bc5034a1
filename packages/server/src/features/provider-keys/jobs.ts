import { PROVIDER_CREDENTIALS, takesKey } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { SecretError } from '../../secrets.ts';
import {
  contextOf,
  findUnverifiedKeys,
  lockKeysOfOldRing,
  noteKeyCheck,
  type ProviderKeyRow,
  storeRewrapped,
} from './queries.ts';

const CHECK_BATCH = 50;
const CHECK_AGAIN_MS = 5 * 60_000;
const REWRAP_BATCH = 100;

/** Tries the keys again whose providers could not be reached. */
export async function verifyWaitingKeys(
  app: Pick<App, 'db' | 'secrets' | 'keyVerifier' | 'log'>,
  now: Date,
): Promise<void> {
  const checkedBefore = new Date(now.getTime() - CHECK_AGAIN_MS);
  for (const row of await findUnverifiedKeys(app.db, { checkedBefore, limit: CHECK_BATCH })) {
    const status = await checkAgain(app, row, now);
    await noteKeyCheck(app.db, row, { status, now });
  }
}

async function checkAgain(
  { secrets, keyVerifier, log }: Pick<App, 'secrets' | 'keyVerifier' | 'log'>,
  row: ProviderKeyRow,
  now: Date,
): Promise<'valid' | 'invalid' | 'unverified'> {
  const { provider } = row;
  if (!takesKey(provider)) return 'unverified';
  try {
    const credentials = PROVIDER_CREDENTIALS[provider].parse(
      JSON.parse(secrets.open(row.sealed, contextOf(row))),
    );
    const { kind } = await keyVerifier.verify({ provider, credentials, now });
    if (kind === 'accepted') return 'valid';
    return kind === 'rejected' ? 'invalid' : 'unverified';
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    log.error({ workspace_id: row.workspace_id, provider, reason: error.message }, 'provider key unreadable');
    return 'unverified';
  }
}

/**
 * Brings every key under the active key of the ring, a batch a transaction; resolves to their number. May be stopped
 * and repeated at any time, and run beside servers that know both keys.
 */
export async function rewrapProviderKeys({ db, secrets }: Pick<App, 'db' | 'secrets'>): Promise<number> {
  const { activeKeyId } = secrets;
  for (let total = 0; ; ) {
    const done = await db.transaction().execute(async (tx) => {
      const rows = await lockKeysOfOldRing(tx, { activeKeyId, limit: REWRAP_BATCH });
      for (const { workspace_id, provider, sealed } of rows) {
        const place = { workspace_id, provider };
        const rewrapped = secrets.rewrap(sealed, contextOf(place));
        await storeRewrapped(tx, { ...place, sealed: rewrapped, ring_key_id: activeKeyId });
      }
      return rows.length;
    });
    if (done === 0) return total;
    total += done;
  }
}
