import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';
import './scripts/install-tools.mjs';

/** What needs a program of the system: Chromium (`*.browser.test.ts`), ffmpeg, nginx, PgBouncer, promtool or the tools of developers (`*.system.test.ts`). */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ['packages/*/test/**/*.{browser,system}.test.ts'],
      // A browser takes a core for itself.
      maxWorkers: 2,
    },
  }),
);
