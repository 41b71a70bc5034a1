import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { stopSharedServer } from './database-server.ts';
import { isWholeRun, type TestRun } from './whole-run.ts';

/** Gives a run its directory and clears it afterwards; the database in it starts only when a test needs it. */
export default function setup(project: TestProject): () => Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'voiceloom-test-'));
  // PostgreSQL refuses to run as root and must reach its directory as another user.
  chmodSync(directory, 0o755);
  project.provide('testDirectory', directory);
  return async () => {
    const missing = isWholeRun(await testRunOf(project)) ? await openPairs(directory) : [];
    await stopSharedServer(directory);
    if (missing.length === 0) return;
    process.exitCode = 1;
    process.stderr.write(`Documented and never exercised by a test:\n  ${missing.join('\n  ')}\n`);
  };
}

/** Loaded only now: tests of other packages run without a document. */
async function openPairs(directory: string): Promise<string[]> {
  const { neverExercised, noted } = await import('./exchanges.ts');
  return neverExercised(noted(directory));
}

async function testRunOf(project: TestProject): Promise<TestRun> {
  const { config, state } = project.vitest;
  const { testFiles } = await project.globTestFiles();
  // What was only collected, or left out after a fault, has not ended.
  const ended = state
    .getTestModules()
    .filter((module) => ['passed', 'failed', 'skipped'].includes(module.state()));
  return {
    files: testFiles,
    ended: new Set(ended.map(({ moduleId }) => moduleId)),
    // What needs programs of the system is a run of its own, and so are the tests on another PostgreSQL.
    narrowed:
      process.env.TEST_POSTGRES_BIN !== undefined ||
      testFiles.every((file) => /\.(browser|system)\.test\.ts$/.test(file)) ||
      config.testNamePattern !== undefined ||
      (config.tagsFilter ?? []).length > 0,
  };
}
