import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { stopSharedServer } from './database-server.ts';
import { isWholeRun, type TestRun } from './whole-run.ts';

/**
 * Creates and deletes the directory of a test run. Its database starts only when a test needs it. Renders the documents
 * if they have changed.
 */
export default function setup(project: TestProject): () => Promise<void> {
  execFileSync(process.execPath, ['scripts/build-docs.mjs'], { stdio: 'inherit' });
  const directory = mkdtempSync(join(tmpdir(), 'voiceloom-test-'));
  // PostgreSQL does not run as root, and must be able to read its directory as another user.
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

/** Loaded lazily, because tests of other packages need no document. */
async function openPairs(directory: string): Promise<string[]> {
  const { neverExercised, noted } = await import('./exchanges.ts');
  return neverExercised(noted(directory));
}

async function testRunOf(project: TestProject): Promise<TestRun> {
  const { config, state } = project.vitest;
  const { testFiles } = await project.globTestFiles();
  // Files that were only collected, or that were skipped after a failure, have not ended.
  const ended = state
    .getTestModules()
    .filter((module) => ['passed', 'failed', 'skipped'].includes(module.state()));
  return {
    files: testFiles,
    ended: new Set(ended.map(({ moduleId }) => moduleId)),
    // Tests that need system programs or another PostgreSQL are separate test runs.
    narrowed:
      process.env.TEST_POSTGRES_BIN !== undefined ||
      testFiles.every((file) => /\.(browser|growth|slow|system)\.test\.ts$/.test(file)) ||
      config.testNamePattern !== undefined ||
      (config.tagsFilter ?? []).length > 0,
  };
}
