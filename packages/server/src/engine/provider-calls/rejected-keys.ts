import type { ProviderError } from '../../providers/provider-error.ts';
import type { Credentials } from '../../providers/speech/index.ts';
import type { EngineApp } from '../engine-app.ts';
import { recordRejectedKey } from './provider-keys.ts';

export type NotingApp = Pick<EngineApp, 'db' | 'secrets' | 'keyVerifier' | 'clock' | 'log'>;

interface Asked {
  app: NotingApp;
  run: { workspace_id: string };
  signal: AbortSignal;
}

interface Keyed {
  provider: { id: string };
  credentials: Credentials | undefined;
}

/** Rejected credentials, by the object that a chunk holds. */
const refused = new WeakMap<object, Promise<void>>();

/** Whether the provider rejected the key, so that the chunk's other lines need not call it. */
export const isRefused = ({ credentials }: Pick<Keyed, 'credentials'>): boolean =>
  credentials !== undefined && refused.has(credentials);

/** Records a rejected key once per chunk. If that fails, the next chunk records it; no line is lost. */
export async function notifyRejectedKey(
  { app, run: { workspace_id }, signal }: Asked,
  { provider, credentials }: Keyed,
  { message: reason }: ProviderError,
): Promise<void> {
  if (!credentials || signal.aborted) return;
  const telling =
    refused.get(credentials) ??
    recordRejectedKey(app, { workspace_id, provider: provider.id, credentials, reason }).catch((error) =>
      app.log.warn({ err: error, workspace_id, provider: provider.id }, 'refused key could not be noted'),
    );
  refused.set(credentials, telling);
  await telling;
}
