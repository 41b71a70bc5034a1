import { expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { defineHousekeeping, loadJobs } from '../../src/jobs/index.ts';
import { housekeepingJob } from '../../src/jobs/job.ts';

const run = (name: string) => ({
  id: '1',
  data: { name },
  tries: 0,
  signal: new AbortController().signal,
  isStopping: () => false,
});

test('a housekeeping error is logged and does not fail its job, and the number of changes is logged', async () => {
  const logged: [string, object][] = [];
  const log = {
    info: (fields: object, message: string) => logged.push([message, fields]),
    error: (fields: object, message: string) => logged.push([message, fields]),
  };
  const now = new Date('2026-01-01T00:00:00Z');
  const app = { log, clock: () => now } as unknown as App;
  const error = new Error('no');
  const times: Date[] = [];
  const job = housekeepingJob([
    defineHousekeeping('first', () => Promise.reject(error)),
    defineHousekeeping('second', (_app, at) => Promise.resolve(times.push(at))),
  ]);
  await job.handle(app, run('first'));
  await job.handle(app, run('second'));
  expect(times).toEqual([now]);
  expect(logged).toEqual([
    ['housekeeping failed', { step: 'first', err: error }],
    ['housekeeping', { step: 'second', changed: 1 }],
  ]);
});

test('every jobs.ts is found, and no two jobs have the same name', async () => {
  const names = (await loadJobs()).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(['chunk', 'mail', 'run.delivery', 'idempotency_keys', 'orphaned_audio']),
  );
});
