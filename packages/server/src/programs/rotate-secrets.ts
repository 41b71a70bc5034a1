import { countText } from '@voiceloom/text';
import { createDb } from '../db/index.ts';
import { rewrapTargetKeys } from '../features/deliveries/index.ts';
import { rewrapPlatformKeys, rewrapProviderKeys } from '../features/provider-keys/index.ts';
import { rewrapWebhookSecrets } from '../features/webhook-endpoints/index.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { configOrExit, toolPool } from './process.ts';
import { readOptions } from './read-options.ts';

readOptions({
  purpose:
    'Encrypts all stored secrets with the first key of ENCRYPTION_KEYS. You can then remove the other keys.',
});
const { database_url, encryption_keys: ring = [] } = configOrExit();
const pool = toolPool(
  ring.length > 0 ? database_url : undefined,
  'DATABASE_URL and ENCRYPTION_KEYS are required.',
);
const secrets = createSecrets(ring);
const app = { db: createDb(pool), secrets };
const keys = (await rewrapProviderKeys(app)) + (await rewrapPlatformKeys(app));
const hooks = await rewrapWebhookSecrets(app);
const targets = await rewrapTargetKeys(app);
const what = `${countText(keys, 'provider key')}, ${countText(targets, 'key')} of delivery targets and the secrets of ${countText(hooks, 'webhook endpoint')}`;
process.stdout.write(`${what} are now encrypted with the key ${secrets.activeKeyId}.\n`);
await pool.end();
