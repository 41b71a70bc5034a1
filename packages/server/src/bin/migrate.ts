import { createPool } from '../db/index.ts';
import { migrate } from '../db/migrate.ts';
import { configOrExit } from './process.ts';

/** Migrates the database to the newest schema, for deployments that do this before the start. */
const { database_direct_url: connectionString } = configOrExit();
if (!connectionString) {
  process.stderr.write(
    'DATABASE_URL is not set: the embedded database is migrated when the server starts.\n',
  );
  process.exitCode = 1;
} else {
  const onError = (error: Error): void => void process.stderr.write(`${error.message}\n`);
  const pool = createPool({ connectionString, max: 2, onError });
  const done = await migrate(pool);
  process.stdout.write(done.length > 0 ? `Applied ${done.join(', ')}.\n` : 'The database is up to date.\n');
  await pool.end();
}
