import { readdirSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The processes that tests start load the same modules hundreds of times.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compile', import.meta.url));

const MEMORY_DISK = '/dev/shm';
const SPACE = 4 * 1024 ** 3;

/** Whether Linux offers a disk in memory with room for what the tests write: databases, audio, archives. */
function hasMemoryDisk(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize >= SPACE && freemem() >= SPACE;
  } catch {
    return false;
  }
}

// Every test database is a copy of 700 files, which takes a disk longer than a short test file.
if (process.env.TMPDIR === undefined && hasMemoryDisk()) process.env.TMPDIR = MEMORY_DISK;

/** The slowest test files. They start first, in this order, so that no process runs one alone at the end. */
const LONGEST = [
  'server/test/engine/faults',
  'server/test/credits/rerun-properties',
  'server/test/engine/big-run',
  'server/test/http/docs-axe',
  'studio/test/story',
  'cli-examples/test/docs-blocks',
  'server/test/credits/settle-kills',
  'server/test/api/stopping',
  'server/test/http/docs.browser',
  'text/test/script-fuzz',
  'server/test/http/slow-requests',
  'server/test/api/random-requests',
  'server/test/credits/ledger-properties',
  'server/test/providers/speech-conformance',
  'server/test/engine/waiting',
  'server/test/api/deliveries',
  'server/test/api/refusals',
  'server/test/engine/word-accuracy',
  'cli-examples/test/mcp',
  'server/test/engine/speech-providers',
  'server/test/http/busy-texts',
  'server/test/providers/embedded/voices',
  'server/test/providers/embedded/pool',
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
    exclude: [...configDefaults.exclude, '**/*.{browser,growth,slow,system}.test.ts'],
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
    // One more than the cores of a small machine: a test often waits, for a process or for its database.
    maxWorkers: 3,
  },
});
