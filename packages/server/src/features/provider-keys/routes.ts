import { type contract, KEYED_PROVIDER_IDS } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler/handler.ts';
import { removeProviderKey, storeProviderKey } from './actions.ts';
import { listProviderKeys } from './queries.ts';
import { providerKeyView } from './view.ts';

/** The operations on the keys that a workspace has for providers. */
export function providerKeyRoutes(app: App): Handlers<typeof contract.providerKeys> {
  return {
    list: async ({ caller }) => {
      const rows = new Map(
        (await listProviderKeys(app.db, caller.workspace.id)).map((row) => [row.provider, row]),
      );
      const providers = KEYED_PROVIDER_IDS.map((provider) => providerKeyView(provider, rows.get(provider)));
      return { data: { providers } };
    },
    put: async ({ caller, params: { provider }, body, now }) => {
      const row = await storeProviderKey(app, { caller, provider, body, now });
      return { data: providerKeyView(provider, row) };
    },
    delete: async ({ caller, params: { provider }, now }) => {
      await removeProviderKey(app, { caller, provider, now });
      return { data: providerKeyView(provider, undefined) };
    },
  };
}
