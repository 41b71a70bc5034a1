/**
 * The CPU time of this thread during a piece of work, in milliseconds. The time that other processes of the machine take
 * does not count.
 */
export function measureCpu(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
