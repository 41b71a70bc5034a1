import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { stopSharedServer } from './database-server.ts';

/** Gives a run its directory and clears it afterwards; the database in it starts only when a test needs it. */
export default function setup(project: TestProject): () => Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'voiceloom-test-'));
  // PostgreSQL refuses to run as root and must reach its directory as another user.
  chmodSync(directory, 0o755);
  project.provide('testDirectory', directory);
  return () => stopSharedServer(directory);
}
