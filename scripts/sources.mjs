// What every check shares: which files there are, and how faults are told.
import { execFileSync } from 'node:child_process';

/** Tracked and new TypeScript sources below the given patterns, generated ones apart. */
export function sources(...patterns) {
  const globs = patterns.map((pattern) => `:(glob)${pattern}/**/*.ts`);
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...globs], {
    encoding: 'utf8',
  });
  const deleted = new Set(execFileSync('git', ['ls-files', '-d'], { encoding: 'utf8' }).split('\n'));
  return listed.split('\n').filter((file) => file && !deleted.has(file) && !file.includes('/generated/'));
}

/** Prints the faults and sets the exit code. */
export function report(name, faults) {
  for (const fault of faults) console.error(`${name}: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`${name}: ok`);
}
