import type { Log } from '../log.ts';
import { isDatabaseAway, isDatabaseBusy } from './index.ts';

const QUIET_MS = 60_000;

/** When each log may report an outage again. */
const quietUntil = new WeakMap<Log, number>();

/**
 * Logs an error of the database. Every connection, queue and poll of a process notices an outage, so one that is
 * reported stays quiet for a minute; `message` is for errors of another kind.
 */
export function logDatabaseError(log: Log, error: unknown, message: string): void {
  const now = performance.now();
  if (!isDatabaseAway(error) || isDatabaseBusy(error)) log.warn({ err: error }, message);
  else if (now < (quietUntil.get(log) ?? 0)) log.debug({ err: error }, message);
  else {
    quietUntil.set(log, now + QUIET_MS);
    log.warn({ err: error }, 'database unavailable');
  }
}
