import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '../src/db/embedded.ts';
import { createPool } from '../src/db/index.ts';
import { migrate } from '../src/db/migrate.ts';
import { describeSchema } from './describe-schema.ts';

/** Writes src/db/generated/schema.sql from a database that has seen nothing but the migrations. */
const target = fileURLToPath(new URL('../src/db/generated/schema.sql', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'voiceloom-schema-'));
// PostgreSQL refuses to run as root and must reach its directory as another user.
chmodSync(directory, 0o755);
const server = await startEmbedded({ directory: join(directory, 'postgres'), durable: false });
try {
  const onError = (error: Error): void => void process.stderr.write(`${error.message}\n`);
  const pool = createPool({ connectionString: server.url, max: 2, onError });
  try {
    await migrate(pool);
    await writeFile(target, await describeSchema(pool));
  } finally {
    await pool.end();
  }
} finally {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}
