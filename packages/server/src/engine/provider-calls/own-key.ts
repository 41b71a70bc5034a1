import type { Credentials } from '../../providers/speech/index.ts';
import { SecretError } from '../../secrets/secrets.ts';
import type { EngineApp } from '../engine-app.ts';
import { NodeFailure } from '../model.ts';
import { listInvalidKeys, openProviderKey } from './provider-keys.ts';

/** The workspace's own key for a provider, or why it cannot be used. */
export async function ownKey(
  app: Pick<EngineApp, 'db' | 'secrets'>,
  place: { workspace_id: string; provider: string },
): Promise<Credentials | NodeFailure> {
  const { workspace_id, provider } = place;
  try {
    const credentials = await openProviderKey(app, place);
    if (credentials) return credentials;
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    const message = `The key for ${provider} cannot be decrypted. Enter it again under provider keys.`;
    return new NodeFailure('provider_key_unreadable', message);
  }
  const reason = (await listInvalidKeys(app.db, workspace_id)).get(provider);
  return reason === undefined
    ? missingKey(provider)
    : new NodeFailure('provider_auth', `${provider}: ${reason}`);
}

export function missingKey(whose: string): NodeFailure {
  return new NodeFailure('provider_key_missing', `The workspace has no usable key for ${whose}.`);
}
