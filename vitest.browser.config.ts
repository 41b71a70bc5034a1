import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** What only a browser can tell: needs Chromium. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({ test: { include: ['packages/*/test/**/*.browser.test.ts'], maxWorkers: 1 } }),
);
