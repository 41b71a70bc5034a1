/**
 * The longest turn of the event loop while `work` runs, in milliseconds of CPU time of this thread. That is how long
 * any other request waits. The time that other processes of the machine take does not count.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  let longest_us = 0;
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
  return longest_us / 1_000;
}
