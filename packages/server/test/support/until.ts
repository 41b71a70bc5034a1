import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition that another part of the server fulfills after its response. */
export async function until(condition: () => Promise<boolean>, within_ms = 10_000): Promise<void> {
  for (const start = Date.now(); !(await condition()); await delay(10)) {
    if (Date.now() - start > within_ms) throw new Error('The condition never came true.');
  }
}
