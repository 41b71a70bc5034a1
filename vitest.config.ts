import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The processes that tests start load the same modules hundreds of times.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compile', import.meta.url));

/** The slowest test files. They start first, in this order, so that no process runs one alone at the end. */
const LONGEST = [
  'server/test/engine/faults',
  'server/test/credits/rerun-properties',
  'server/test/engine/big-run',
  'server/test/http/docs-axe',
  'studio/test/story',
  'text/test/normalize/properties',
  'cli-examples/test/docs-blocks',
  'server/test/credits/settle-kills',
  'cli-examples/test/live',
  'server/test/api/stopping',
  'server/test/http/docs.browser',
  'text/test/script-fuzz',
  'server/test/http/slow-requests',
  'server/test/api/random-requests',
  'server/test/credits/ledger-properties',
  'server/test/billing/faults',
  'server/test/export/zip-writer',
  'server/test/providers/speech-conformance',
];

for (const name of LONGEST) {
  const folder = fileURLToPath(new URL(`packages/${dirname(name)}`, import.meta.url));
  // A renamed file would silently lose its place.
  if (!readdirSync(folder).some((file) => file.startsWith(`${basename(name)}.`)))
    throw new Error(`LONGEST in vitest.config.ts names packages/${name}, which does not exist.`);
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.includes(`/packages/${name}.`));
      return found < 0 ? LONGEST.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    include: ['packages/*/test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.{browser,system}.test.ts'],
    globalSetup: ['packages/server/test/support/global-setup.ts'],
    // Ends what hangs; it says nothing about how long work may take.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // Files share processes: most of a file's time would go into loading the service again.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    maxWorkers: 2,
  },
});
