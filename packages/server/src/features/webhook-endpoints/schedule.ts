const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after a failed try the next one follows; in all a little less than 24 hours. */
const PAUSES_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
];
/** Up to this share of a pause is left out at random, so that receivers are not met by all at once. */
const JITTER = 0.1;

/** When the try after the one that begins `now` follows; null when that one is the last. */
export function nextTryAt(
  { event_type, attempts, now }: { event_type: string; attempts: number; now: Date },
  random: () => number = Math.random,
): Date | null {
  // A test has one attempt: its caller sees the response and can repeat it.
  const pause = event_type === 'webhook.test' ? undefined : PAUSES_MS[attempts - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause * (1 - JITTER * random()));
}
