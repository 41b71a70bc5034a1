import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The oldest version that is supported, where Debian installs it. */
process.env.TEST_POSTGRES_BIN ??= '/usr/lib/postgresql/15/bin';

/**
 * The statements of the product on another PostgreSQL: migrations and triggers, each operation once, runs with their
 * ledgers, and the longest queries. What a request is refused for does not depend on the version.
 */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: [
        'packages/server/test/{credits,db}/**/*.test.ts',
        'packages/server/test/billing/{cards,checkout,life,webhooks}.test.ts',
        'packages/server/test/api/{examples,list,main-job,stopping,tenancy}*.test.ts',
        'packages/server/test/api/{dictionary,notifications,pickups,review,run,template,usage,webhook,workflow}*.test.ts',
      ],
      exclude: [...configDefaults.exclude, '**/*.{browser,growth,slow,system}.test.ts'],
    },
  }),
);
