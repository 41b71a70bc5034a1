import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { databaseUrl, onServer, sharedServer, TEMPLATE } from './database-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The directory of this test run's PostgreSQL. */
    testDirectory: string;
  }
}

export interface TestDatabase {
  url: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

/** A separate migrated and seeded database. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = await sharedServer(inject('testDirectory'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, (client) =>
    client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`),
  );
  return {
    url: databaseUrl(server, name),
    drop: () =>
      onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`)).then(
        () => undefined,
      ),
  };
}
