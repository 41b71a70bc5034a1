import { chmodSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { stopSharedServer } from './database-server.ts';
import { neverExercised, testFilesOf } from './exchanges.ts';

/** Gives a run its directory and clears it afterwards; the database in it starts only when a test needs it. */
export default function setup(project: TestProject): () => Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'voiceloom-test-'));
  // PostgreSQL refuses to run as root and must reach its directory as another user.
  chmodSync(directory, 0o755);
  project.provide('testDirectory', directory);
  return async () => {
    // Only a run of every API test can tell what none of them exercises.
    const missing = isWholeRun(directory) ? neverExercised(directory) : [];
    await stopSharedServer(directory);
    if (missing.length === 0) return;
    process.exitCode = 1;
    process.stderr.write(`Documented and never exercised by a test:\n  ${missing.join('\n  ')}\n`);
  };
}

function isWholeRun(directory: string): boolean {
  const tests = readdirSync(new URL('../api/', import.meta.url)).filter((file) => file.endsWith('.test.ts'));
  const ran = testFilesOf(directory);
  return tests.every((file) => ran.has(file));
}
