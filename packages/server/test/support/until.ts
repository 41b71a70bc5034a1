import { setTimeout as delay } from 'node:timers/promises';

/** How long a look takes on an idle machine. Any further time is that of other work of the machine. */
export const MAX_LOOK_MS = 50;

/**
 * Waits for a condition that another part of the server fulfills after its response. The limit counts only time in which
 * the machine was not overloaded.
 */
export async function until(condition: () => Promise<boolean>, within_ms = 10_000): Promise<void> {
  for (let spent_ms = 0; spent_ms <= within_ms; ) {
    const begun = performance.now();
    if (await condition()) return;
    await delay(10);
    spent_ms += Math.min(MAX_LOOK_MS, performance.now() - begun);
  }
  throw new Error('The condition never came true.');
}
