/**
 * The longest turn of the event loop while `work` runs, in milliseconds of CPU time of this thread. That is how long
 * any other request waits. The time that other processes of the machine take does not count: neither the time when this
 * thread does not run, nor the time that it needs more because they share its core.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  let longest_us = 0;
  const slownessBefore = measureSlowness();
  const watch = (before: NodeJS.CpuUsage): void => {
    const now = process.threadCpuUsage();
    longest_us = Math.max(longest_us, now.user + now.system - before.user - before.system);
    if (!isDone) setImmediate(() => watch(now));
  };
  setImmediate(() => watch(process.threadCpuUsage()));
  try {
    await work();
  } finally {
    isDone = true;
  }
  await new Promise((resolve) => setImmediate(resolve));
  return longest_us / 1_000 / Math.max(slownessBefore, measureSlowness());
}

const ADDITIONS = 20_000_000;
/** What these additions take at most on an idle machine of ordinary speed. */
const ADDITIONS_MS = 20;

/** How many times longer this thread needs for its work than on an idle machine of ordinary speed, at least 1. */
function measureSlowness(): number {
  const before = process.threadCpuUsage();
  let sum = 0;
  for (let index = 0; index < ADDITIONS; index++) sum = (sum + index) | 0;
  const { user, system } = process.threadCpuUsage(before);
  if (!Number.isInteger(sum)) throw new Error('The additions were not made.');
  return Math.max(1, (user + system) / 1_000 / ADDITIONS_MS);
}
