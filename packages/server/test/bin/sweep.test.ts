import { expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { sweep } from '../../src/bin/sweep.ts';

test('a step that fails is told, and keeps no other from being taken', async () => {
  const told: [string, object][] = [];
  const log = {
    info: (facts: object, words: string) => told.push([words, facts]),
    error: (facts: object, words: string) => told.push([words, facts]),
  };
  const now = new Date('2026-01-01T00:00:00Z');
  const fault = new Error('no');
  const taken: Date[] = [];
  await sweep({ log, clock: () => now } as unknown as App, {
    first: () => Promise.reject(fault),
    second: (_app, at) => Promise.resolve(taken.push(at)),
  });
  expect(taken).toEqual([now]);
  expect(told).toEqual([
    ['sweep failed', { step: 'first', err: fault }],
    ['swept', { step: 'second', swept: 1 }],
  ]);
});
