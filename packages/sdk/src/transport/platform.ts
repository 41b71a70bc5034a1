import { LONGEST_MS, usePlatform } from './deadline.ts';
import type { ServiceResponse } from './fetch.ts';

type Alarm = { ring: (() => void) | undefined; timer: NodeJS.Timeout; ms: number; setter: typeof setTimeout };

/** The alarm of a call that has ended. To make a timer and to clear it costs more than the rest of a call. */
let spare: Alarm | undefined;

function start(ring: () => void, ms: number): Alarm | undefined {
  if (ms > LONGEST_MS) return undefined;
  // A timer of a test's clock does not ring on another clock.
  if (spare?.ms === ms && spare.setter === setTimeout) {
    const alarm = spare;
    spare = undefined;
    alarm.ring = ring;
    alarm.timer.ref().refresh();
    return alarm;
  }
  const rings = () => {
    // Nobody has called for that long: what was around the first call is let go with it.
    if (spare === alarm) spare = undefined;
    alarm.ring?.();
  };
  const alarm: Alarm = { ring, ms, setter: setTimeout, timer: setTimeout(rings, ms) };
  return alarm;
}

function stop(alarm: unknown): void {
  if (!alarm) return;
  const ended = alarm as Alarm;
  ended.ring = undefined;
  // Clocks of tests may know no more of timers than their number.
  if (spare?.setter === ended.setter || !ended.timer.refresh) clearTimeout(ended.timer);
  else {
    spare = ended;
    ended.timer.unref();
  }
}

const utf8 = new TextDecoder();

/** As `text()` does, which goes there by more promises. */
export async function textOf(response: ServiceResponse): Promise<string> {
  if (!(response instanceof Response) || !response.body || response.bodyUsed) return response.text();
  const reader = response.body.getReader();
  const first = await reader.read();
  if (first.done) return '';
  const chunks = [first.value];
  for (;;) {
    const { done, value } = await reader.read();
    if (!done) chunks.push(value);
    // Most answers come in one piece.
    else return chunks.length === 1 ? utf8.decode(first.value) : new Blob(chunks).text();
  }
}

/** Makes calls of a program that makes many of them cheaper than by what all platforms have. */
export const useProgram = (): void => usePlatform({ start, stop, textOf });
