/** What a run of tests was asked for, and what came of it. */
export interface TestRun {
  /** Every test file there is. */
  files: readonly string[];
  /** The files whose tests have ended. */
  ended: ReadonlySet<string>;
  /** Whether only some tests of a file were asked for. */
  narrowed: boolean;
}

/** Only a run of every test of the server can tell what none of them exercises. */
export function isWholeRun({ files, ended, narrowed }: TestRun): boolean {
  const own = files.filter((file) => file.includes('/packages/server/test/'));
  return !narrowed && own.length > 0 && own.every((file) => ended.has(file));
}
