import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** Measures how the time of text functions grows with their input (`*.growth.test.ts`). Needs a quiet machine. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({ test: { include: ['packages/*/test/**/*.growth.test.ts'], maxWorkers: 1 } }),
);
