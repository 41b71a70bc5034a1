// Functions that all checks share: the list of files, and the report.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Tracked and new files: all of them, or those that match git pathspecs. */
export function repositoryFiles(...pathspecs) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...pathspecs], {
    encoding: 'utf8',
  });
  return listed.split('\n').filter((file) => file && existsSync(file));
}

/** TypeScript sources below the given patterns, without generated ones. */
export function sources(...patterns) {
  const files = repositoryFiles(
    ...patterns.flatMap((pattern) => ['ts', 'tsx'].map((type) => `:(glob)${pattern}/**/*.${type}`)),
  );
  return files.filter((file) => !file.includes('/generated/'));
}

/** Prints the errors and sets the exit code. */
export function report(name, faults) {
  for (const fault of faults) console.error(`${name}: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`${name}: ok`);
}
