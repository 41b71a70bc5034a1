import { operations } from '../../src/contract.ts';
import { isSimulated } from '../../src/testing/index.ts';
import { answered } from './checked-server.ts';

/** Simulated operations without a successful response from a checked server of this file. */
export function neverSucceeded(): string[] {
  const succeeded = new Set(
    [...answered].filter((pair) => / [23]\d\d$/.test(pair)).map((pair) => pair.split(' ')[0]),
  );
  return operations.map(({ id }) => id).filter((id) => isSimulated(id) && !succeeded.has(id));
}
