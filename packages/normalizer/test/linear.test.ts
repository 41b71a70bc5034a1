import { expect, test } from 'vitest';
import { SHAPES } from '../../text/test/support/growth.ts';
import { WORK } from './support/normalizer-work.ts';

// `linear.growth.test.ts` measures growth. These tests find work that never ends.

const AWKWARD = SHAPES.filter((_, at) => at % 13 === 1);

/** The CPU time of a call in seconds, so that other processes do not count. */
function cpuSeconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

test.each(Object.entries(WORK))('%s ends soon on awkward texts', (_, work) => {
  for (const shape of AWKWARD) {
    const seconds = cpuSeconds(() => work(shape.make(3_000)));
    expect(seconds, shape.name).toBeLessThan(4);
  }
});
