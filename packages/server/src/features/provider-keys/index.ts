import type { ProviderKeyState } from '@voiceloom/contract';
import type { Db } from '../../db/index.ts';
import { listProviderKeys } from './queries.ts';

export { rewrapProviderKeys } from './jobs.ts';
export {
  checkPlatformKeys,
  listPlatformKeys,
  type PlatformKey,
  removePlatformKey,
  rewrapPlatformKeys,
  storePlatformKey,
  testPlatformKey,
} from './platform-keys.ts';

/** The status of the workspace's own keys, by provider. Providers without a key are omitted. */
export async function findKeyStates(db: Db, workspaceId: string): Promise<Map<string, ProviderKeyState>> {
  const rows = await listProviderKeys(db, workspaceId);
  return new Map(rows.map(({ provider, status }) => [provider, status as ProviderKeyState]));
}
