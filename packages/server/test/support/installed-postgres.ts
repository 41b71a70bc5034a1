import { join } from 'node:path';
import type { EmbeddedOptions } from '../../src/db/embedded.ts';

/** The directory with the programs of an installed PostgreSQL. */
const { TEST_POSTGRES_BIN } = process.env;

/** What starts databases for tests: the embedded PostgreSQL, or the one that `TEST_POSTGRES_BIN` names. */
export const testPostgres: Pick<EmbeddedOptions, 'binaries'> = TEST_POSTGRES_BIN
  ? { binaries: { initdb: join(TEST_POSTGRES_BIN, 'initdb'), postgres: join(TEST_POSTGRES_BIN, 'postgres') } }
  : {};
