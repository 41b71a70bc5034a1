/** The scope and the result of a test run. */
export interface TestRun {
  /** Every test file there is. */
  files: readonly string[];
  /** The files whose tests have ended. */
  ended: ReadonlySet<string>;
  /** Whether the run was limited to some tests of a file. */
  narrowed: boolean;
}

/** Only a run of all tests of the server shows what none of them exercises. */
export function isWholeRun({ files, ended, narrowed }: TestRun): boolean {
  const own = files.filter((file) => file.includes('/packages/server/test/'));
  return !narrowed && own.length > 0 && own.every((file) => ended.has(file));
}
