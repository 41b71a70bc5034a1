import type { App } from '../../app.ts';
import { openProviderKey } from '../../engine/index.ts';
import { type Credentials, SpeechError } from '../../providers/speech/index.ts';
import { SecretError } from '../../secrets/secrets.ts';
import { storeKeyVoices, takeDueKeys } from './sync-queries.ts';

type SyncApp = Pick<App, 'db' | 'speech' | 'log'>;

export interface KeyRef {
  workspace_id: string;
  provider: string;
}

const LIST_MS = 60_000;
const BATCH = 20;
const LIST_AGAIN_MS = 24 * 3_600_000;
const TRY_AGAIN_MS = 15 * 60_000;

/** Lists the voices that a key opens and makes them the workspace's. What fails is tried again by the sweep. */
export async function listKeyVoices(
  { db, speech, log }: SyncApp,
  place: KeyRef,
  { credentials, now, within_ms = LIST_MS }: { credentials: Credentials; now: Date; within_ms?: number },
): Promise<void> {
  const provider = speech.get(place.provider);
  if (!provider?.listVoices) return;
  try {
    const voices = await provider.listVoices(credentials, AbortSignal.timeout(within_ms));
    await storeKeyVoices(db, place, { voices, now });
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    if (!(error instanceof SpeechError) && !isTimeout) throw error;
    const reason = error instanceof SpeechError ? error.kind : 'timeout';
    log.warn({ ...place, reason }, 'voices not listed');
  }
}

/** Lists the voices of keys that were last listed a day ago, or never. One process takes a key. */
export async function syncVoices(app: SyncApp & Pick<App, 'secrets'>, now: Date): Promise<void> {
  const providers = [...app.speech.values()].flatMap(({ id, listVoices }) => (listVoices ? [id] : []));
  const due = {
    listed_before: new Date(now.getTime() - LIST_AGAIN_MS),
    tried_before: new Date(now.getTime() - TRY_AGAIN_MS),
  };
  for (const place of await takeDueKeys(app.db, { ...due, providers, now, limit: BATCH })) {
    const credentials = await openOrTell(app, place);
    if (credentials) await listKeyVoices(app, place, { credentials, now });
  }
}

async function openOrTell(
  app: SyncApp & Pick<App, 'secrets'>,
  place: KeyRef,
): Promise<Credentials | undefined> {
  try {
    return await openProviderKey(app, place);
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    app.log.error({ ...place, reason: error.message }, 'provider key unreadable');
    return undefined;
  }
}
