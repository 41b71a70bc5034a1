import { LONGEST_MS, usePlatform } from './deadline.ts';
import type { ServiceResponse } from './fetch.ts';

type Alarm = { ring: (() => void) | undefined; timer: NodeJS.Timeout; ms: number; setter: typeof setTimeout };

/**
 * The timer of an ended call, kept for reuse: creating and clearing a timer costs more than the rest of a
 * call.
 */
let spare: Alarm | undefined;

/** Calls `ring` after a time, by the spare timer if it has the same time. */
function start(ring: () => void, ms: number): Alarm | undefined {
  if (ms > LONGEST_MS) return undefined;
  // A timer of a test's fake clock does not fire on another clock.
  if (spare?.ms === ms && spare.setter === setTimeout) {
    const alarm = spare;
    spare = undefined;
    alarm.ring = ring;
    alarm.timer.ref().refresh();
    return alarm;
  }
  const rings = () => {
    // After this time without a call, release the timer and the async context of the first call.
    if (spare === alarm) spare = undefined;
    alarm.ring?.();
  };
  const alarm: Alarm = { ring, ms, setter: setTimeout, timer: setTimeout(rings, ms) };
  return alarm;
}

/** Stops what `start` returned. Keeps its timer as the spare one, unless a spare exists. */
function stop(alarm: unknown): void {
  if (!alarm) return;
  const oldAlarm = alarm as Alarm;
  oldAlarm.ring = undefined;
  const hasSpare = spare?.setter === oldAlarm.setter;
  // Fake clocks may represent timers as plain numbers.
  if (hasSpare || !oldAlarm.timer.refresh) clearTimeout(oldAlarm.timer);
  else {
    spare = oldAlarm;
    oldAlarm.timer.unref();
  }
}

const utf8 = new TextDecoder();

/** Like `text()`, but with fewer promises. */
export async function textOf(response: ServiceResponse): Promise<string> {
  if (!(response instanceof Response) || !response.body || response.bodyUsed) return response.text();
  const reader = response.body.getReader();
  const first = await reader.read();
  if (first.done) return '';
  const chunks = [first.value];
  for (;;) {
    const { done, value } = await reader.read();
    if (!done) chunks.push(value);
    // Most responses have one chunk.
    else return chunks.length === 1 ? utf8.decode(first.value) : new Blob(chunks).text();
  }
}

/** Uses the faster functions for programs that make many calls. */
export const useProgram = (): void => usePlatform({ start, stop, textOf });
