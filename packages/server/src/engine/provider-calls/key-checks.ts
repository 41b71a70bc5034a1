import { setTimeout as delay } from 'node:timers/promises';
import type { KeyedProviderId } from '@voiceloom/contract';
import { type RawBuilder, sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Credentials } from '../../providers/speech/index.ts';

/** Rejected calls cause at most one test of a key in this time, over all processes. */
const CHECK_EVERY_MS = 60_000;
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
 * Tests a key that a provider rejected in a run, because the rejection may concern one voice or model. Calls that are
 * rejected within a minute share the test, so that thousands of lines in several processes do not test the key each.
 */
export async function checkRejectedKey(
  app: Pick<App, 'db' | 'keyVerifier' | 'clock'>,
  { workspace_id, provider, encrypted_credentials, credentials }: StoredKey,
): Promise<RunCheckVerdict> {
  const now = app.clock();
  let table: RawBuilder<unknown> = sql.table('platform_provider_key');
  let owner = sql`true`;
  if (workspace_id !== null) {
    table = sql.table('provider_key');
    owner = sql`workspace_id = ${workspace_id}`;
  }
  const isKey = sql`${owner} and provider = ${provider} and encrypted_credentials = ${encrypted_credentials}`;
  const dueSince = new Date(now.getTime() - CHECK_EVERY_MS);
  const claim = await sql`
    update ${table} set run_check_at = ${now}, run_check_verdict = null
    where ${isKey} and (run_check_at is null or run_check_at <= ${dueSince}) returning provider`.execute(
    app.db,
  );
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
  for (let waited_ms = 0; waited_ms < MAX_LOOK_MS; waited_ms += LOOK_AGAIN_MS) {
    const found = await sql<{ verdict: RunCheckVerdict | null }>`
      select run_check_verdict as verdict from ${table} where ${isKey}`.execute(app.db);
    const [key] = found.rows;
    if (!key) return 'unknown';
    if (key.verdict) return key.verdict;
    await delay(LOOK_AGAIN_MS);
  }
  return 'unknown';
}
