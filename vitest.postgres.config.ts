import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import base, { LONGEST } from './vitest.config.ts';

/** The oldest version that is supported, where Debian installs it. */
process.env.TEST_POSTGRES_BIN ??= '/usr/lib/postgresql/15/bin';

/** The tests that send the statements of the product, runs included, on another PostgreSQL: all but the slowest files. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ['packages/server/test/{api,billing,credits,db}/**/*.test.ts'],
      exclude: [
        ...configDefaults.exclude,
        '**/*.{browser,growth,slow,system}.test.ts',
        ...LONGEST.map((name) => `packages/${name}.test.ts`),
      ],
    },
  }),
);
