import { countText } from '@voiceloom/text';
import { systemClock } from '../config/clock.ts';
import { choosePlansFile, readPlans } from '../config/plans-file.ts';
import { createDb } from '../db/index.ts';
import { migrate } from '../db/migrate.ts';
import { seedPlans } from '../db/seed-plans.ts';
import { syncPrices } from '../features/billing/index.ts';
import { createPayments } from './build-app.ts';
import { configOrExit, toolPool } from './process.ts';
import { readOptions } from './read-options.ts';

readOptions({
  purpose:
    'Creates the missing prices of paid plans at Stripe. Run it after you change a price. You can repeat it.',
});
const config = configOrExit();
const payments = createPayments(config);
const pool = toolPool(
  payments && config.database_url && (config.database_direct_url ?? config.database_url),
  'DATABASE_URL, STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are required.',
);
const plans = readPlans(choosePlansFile(config));
await migrate(pool);
const app = { db: createDb(pool), clock: systemClock, payments };
await app.db.transaction().execute((tx) => seedPlans(tx, plans, systemClock()));
const newPrices = await syncPrices(app);
let report = 'Every plan has its price.';
if (newPrices > 0) report = `Created ${countText(newPrices, 'price')}.`;
process.stdout.write(`${report}\n`);
await pool.end();
