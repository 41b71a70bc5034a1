import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

// The processes that tests start load the same modules hundreds of times.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compile', import.meta.url));

export default defineConfig({
  test: {
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
