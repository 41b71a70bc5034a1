import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.{browser,system}.test.ts'],
    globalSetup: ['packages/server/test/support/global-setup.ts'],
    // Ends what hangs; it says nothing about how long work may take.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
