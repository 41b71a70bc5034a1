import { setTimeout as delay } from 'node:timers/promises';
import type { KeyedProviderId } from '@voiceloom/contract';
import { type RawBuilder, sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Credentials } from '../../providers/speech/index.ts';

/** Rejected calls cause at most one test of a key in this time, over all processes. */
const CHECK_EVERY_MS = 60_000;
/** The same for a platform key that passed its last test. */
const CHECK_ACCEPTED_EVERY_MS = 1_000;
/** How often to look for the verdict of a test that another call has begun. */
const LOOK_AGAIN_MS = 200;
/** Longer than a test takes. Its process may have been killed. */
const MAX_LOOK_MS = 15_000;

/** `unknown`: the provider did not respond to the test, or the key was replaced. */
export type RunCheckVerdict = 'accepted' | 'rejected' | 'unknown';

/** A stored key: of a workspace, or of the operator. */
interface StoredKey {
  /** Null for a platform key. */
  workspace_id: string | null;
  provider: KeyedProviderId;
  encrypted_credentials: Buffer;
  credentials: Credentials;
}

/**
 * Tests a key that a provider rejected in a run, because the rejection may concern one voice or model. Rejected calls share
 * tests, so that thousands of lines in several processes do not test the key each.
 *
 * A key may be revoked after it passed a test. For a key of a workspace, a verdict that is up to a minute old is still good
 * enough: a rejected line fails or falls back either way, costs nothing, and later runs learn of the key from the next
 * test. The lines of a revoked platform key, however, have to wait and not to fail. So there, a passed test counts only for
 * calls that were rejected before it began, and later ones wait for another test.
 */
export async function checkRejectedKey(
  app: Pick<App, 'db' | 'keyVerifier' | 'clock'>,
  { workspace_id, provider, encrypted_credentials, credentials }: StoredKey,
): Promise<RunCheckVerdict> {
  const rejectedAt = app.clock();
  const isPlatform = workspace_id === null;
  let table: RawBuilder<unknown> = sql.table('platform_provider_key');
  let owner = sql`true`;
  if (!isPlatform) {
    table = sql.table('provider_key');
    owner = sql`workspace_id = ${workspace_id}`;
  }
  const isKey = sql`${owner} and provider = ${provider} and encrypted_credentials = ${encrypted_credentials}`;
  for (let waited_ms = 0; waited_ms < MAX_LOOK_MS; waited_ms += LOOK_AGAIN_MS) {
    const now = app.clock();
    const claim = await sql`
      update ${table} set run_check_at = ${now}, run_check_verdict = null
      where ${isKey} and (
        run_check_at is null or run_check_at <= ${new Date(now.getTime() - CHECK_EVERY_MS)}
        or ${isPlatform} and run_check_verdict = 'accepted' and run_check_at < ${rejectedAt}
          and run_check_at <= ${new Date(now.getTime() - CHECK_ACCEPTED_EVERY_MS)}
      ) returning provider`.execute(app.db);
    if (claim.rows.length > 0) {
      let verdict: RunCheckVerdict = 'unknown';
      try {
        const { kind } = await app.keyVerifier.verify({ provider, credentials, now });
        if (kind === 'accepted' || kind === 'rejected') verdict = kind;
      } finally {
        await sql`update ${table} set run_check_verdict = ${verdict} where ${isKey}`.execute(app.db);
      }
      return verdict;
    }
    const found = await sql<{ verdict: RunCheckVerdict | null; is_later: boolean }>`
      select run_check_verdict as verdict, run_check_at >= ${rejectedAt} as is_later
      from ${table} where ${isKey}`.execute(app.db);
    const [key] = found.rows;
    if (!key) return 'unknown';
    const isOutdated = isPlatform && key.verdict === 'accepted' && !key.is_later;
    if (key.verdict && !isOutdated) return key.verdict;
    await delay(LOOK_AGAIN_MS);
  }
  return 'unknown';
}
