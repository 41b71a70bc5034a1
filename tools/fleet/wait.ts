import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  within_s: number;
  every_ms?: number;
}

/** Waits for a condition. If it throws, it counts as false. The error after the time limit contains `what`. */
export async function waitFor(
  what: string,
  condition: () => Promise<boolean> | boolean,
  { within_s, every_ms = 200 }: WaitOptions,
): Promise<void> {
  const start = performance.now();
  for (let last: unknown; ; await delay(every_ms)) {
    try {
      if (await condition()) return;
    } catch (error) {
      last = error;
    }
    if (performance.now() - start > within_s * 1_000)
      throw new Error(`${what}: not within ${within_s} s.`, { cause: last });
  }
}

/** Whether a URL responds with a 2xx status within two seconds. */
export async function isUp(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await response.arrayBuffer();
  return response.ok;
}
