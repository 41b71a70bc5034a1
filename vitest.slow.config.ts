import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The slow proofs: kills at every statement, random workflows and requests, big runs, fuzzing (`*.slow.test.ts`). */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({ test: { include: ['packages/*/test/**/*.slow.test.ts'] } }),
);
