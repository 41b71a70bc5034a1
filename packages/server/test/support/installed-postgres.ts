import { join } from 'node:path';
import type { EmbeddedOptions } from '../../src/db/embedded.ts';

/** The directory of the installed PostgreSQL's programs. */
const { TEST_POSTGRES_BIN } = process.env;

/** Starts databases for tests: the embedded PostgreSQL, or the one in `TEST_POSTGRES_BIN`. */
export const testPostgres: Pick<EmbeddedOptions, 'binaries'> = TEST_POSTGRES_BIN
  ? { binaries: { initdb: join(TEST_POSTGRES_BIN, 'initdb'), postgres: join(TEST_POSTGRES_BIN, 'postgres') } }
  : {};
