import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeSchema } from '../../packages/server/scripts/describe-schema.ts';
import { startEmbedded } from '../../packages/server/src/db/embedded.ts';
import { createPool } from '../../packages/server/src/db/index.ts';
import { migrate } from '../../packages/server/src/db/migrate.ts';
import { describeColumnTypes, describeTableTypes } from './table-types.ts';

/** Writes schema.sql, tables.ts and column-types.json from a database that has only the migrations. */
const folder = fileURLToPath(new URL('../../packages/server/src/db/generated/', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'voiceloom-schema-'));
// PostgreSQL does not run as root, so another user must be able to read its directory.
chmodSync(directory, 0o755);
const server = await startEmbedded({ directory: join(directory, 'postgres'), durable: false });
try {
  const onError = (error: Error): void => void process.stderr.write(`${error.message}\n`);
  const pool = createPool({ connectionString: server.url, max: 2, onError });
  try {
    await migrate(pool);
    await writeFile(join(folder, 'schema.sql'), await describeSchema(pool));
    await writeFile(join(folder, 'tables.ts'), await describeTableTypes(pool));
    await writeFile(join(folder, 'column-types.json'), await describeColumnTypes(pool));
  } finally {
    await pool.end();
  }
} finally {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}
