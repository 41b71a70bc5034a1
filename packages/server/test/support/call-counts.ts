import { Session } from 'node:inspector/promises';

/**
 * How often `work` calls our functions in this process, by name. An async function counts once more at each
 * await.
 */
export async function countCalls<Name extends string>(
  names: readonly Name[],
  work: () => Promise<unknown>,
): Promise<Record<Name, number>> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const calls = result
      .filter(({ url }) => /\/packages\/\w+\/src\//.test(url))
      .flatMap(({ functions }) => functions)
      .map(({ functionName, ranges }) => ({ name: functionName, count: ranges[0]?.count ?? 0 }));
    const countOf = (name: string): number =>
      calls.filter((call) => call.name === name).reduce((sum, { count }) => sum + count, 0);
    return Object.fromEntries(names.map((name) => [name, countOf(name)])) as Record<Name, number>;
  } finally {
    session.disconnect();
  }
}
