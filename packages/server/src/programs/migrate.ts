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
const done = applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.';
const ahead =
  newer.length > 0 ? ` A newer release has already migrated it, and added ${newer.join(', ')}.` : '';
process.stdout.write(`${done}${ahead}\n`);
await pool.end();
