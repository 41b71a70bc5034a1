import { countText } from '@voiceloom/text';
import { createDb, createPool } from '../db/index.ts';
import { rewrapTargetKeys } from '../features/deliveries/index.ts';
import { rewrapProviderKeys } from '../features/provider-keys/index.ts';
import { rewrapWebhookSecrets } from '../features/webhook-endpoints/index.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { configOrExit } from './process.ts';

/** Wraps every stored secret with the first key of SECRETS_KEYS. Afterwards the other keys can be removed. */
const { database_url: connectionString, secrets_keys: ring } = configOrExit();
if (!connectionString || !ring) {
  process.stderr.write('DATABASE_URL and SECRETS_KEYS are required.\n');
  process.exitCode = 1;
} else {
  const onError = (error: Error): void => void process.stderr.write(`${error.message}\n`);
  const pool = createPool({ connectionString, max: 2, onError });
  const secrets = createSecrets(ring);
  const app = { db: createDb(pool), secrets };
  const keys = await rewrapProviderKeys(app);
  const hooks = await rewrapWebhookSecrets(app);
  const targets = await rewrapTargetKeys(app);
  const what = `${countText(keys, 'provider key')}, ${countText(targets, 'key')} of delivery targets and the secrets of ${countText(hooks, 'webhook endpoint')}`;
  process.stdout.write(`${what} are now encrypted with the key ${secrets.activeKeyId}.\n`);
  await pool.end();
}
