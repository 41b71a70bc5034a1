import { CONTRACT_VERSION } from '@voiceloom/contract';
import { createDb } from '../db/index.ts';
import { checkLedgers } from '../features/credits/index.ts';
import { createLog } from '../telemetry/log.ts';
import { configOrExit, toolPool } from './process.ts';
import { readOptions } from './read-options.ts';

readOptions({
  purpose: 'Compares every balance with its ledger. Exits with code 1 if any differs. It repairs nothing.',
});
const { database_url, log_level: level } = configOrExit();
const pool = toolPool(database_url, 'DATABASE_URL is required.');
const log = createLog({ level, version: CONTRACT_VERSION, role: 'check-ledgers' });
const reports = await checkLedgers({ db: createDb(pool), log }, new Date());
for (const { ledger, differences } of reports)
  process.stdout.write(`${ledger}: ${differences === 0 ? 'in order' : `${differences} differences`}\n`);
if (reports.some(({ differences }) => differences > 0)) process.exitCode = 1;
await pool.end();
