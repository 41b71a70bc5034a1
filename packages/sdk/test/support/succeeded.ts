import { operations } from '../../src/catalog.ts';
import { isSimulated } from '../../src/testing/index.ts';
import { answered } from './checked-server.ts';

/** Simulated operations that no checked server of this file answered with a success. */
export function neverSucceeded(): string[] {
  const succeeded = new Set(
    [...answered].filter((pair) => / [23]\d\d$/.test(pair)).map((pair) => pair.split(' ')[0]),
  );
  return operations.map(({ id }) => id).filter((id) => isSimulated(id) && !succeeded.has(id));
}
