import { migrate } from '../db/migrate.ts';
import { configOrExit, describeStartError, toolPool } from './process.ts';
import { readOptions } from './read-options.ts';

readOptions({
  purpose: 'Migrates the database to the newest schema. For deployments that migrate before the start.',
});
const { database_direct_url } = configOrExit();
const pool = toolPool(
  database_direct_url,
  'DATABASE_URL is not set: the embedded database is migrated when the server starts.',
);
const { applied, newer } = await migrate(pool).catch((error: unknown) => {
  process.stderr.write(`The database was not migrated. ${describeStartError(error)}\n`);
  process.exit(1);
});
let report = 'The database is up to date.';
if (applied.length > 0) report = `Applied ${applied.join(', ')}.`;
if (newer.length > 0) report += ` A newer release has already migrated it, and added ${newer.join(', ')}.`;
process.stdout.write(`${report}\n`);
await pool.end();
