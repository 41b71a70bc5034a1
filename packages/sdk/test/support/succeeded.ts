import { simulatedOperations } from '../../src/testing/index.ts';
import { answered } from './checked-server.ts';

/** Simulated operations of `ids` that no checked server of this file answered with a success. */
export function neverSucceeded(ids: RegExp): string[] {
  const succeeded = new Set(
    [...answered].filter((pair) => / [23]\d\d$/.test(pair)).map((pair) => pair.split(' ')[0]),
  );
  return simulatedOperations.filter((id) => ids.test(id) && !succeeded.has(id));
}
