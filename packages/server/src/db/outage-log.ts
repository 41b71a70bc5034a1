import type { Log } from '../telemetry/log.ts';
import { isDatabaseAway, isDatabaseBusy } from './index.ts';

const QUIET_MS = 60_000;

/** For each owner, such as a log, when each message may be written again. */
const quietUntil = new WeakMap<object, Map<string, number>>();

/**
 * Writes a message at most once a minute, and at level debug in between, because many parts of a process notice an
 * outage at the same time. `owner` has its own limit: the log for the whole process, or another object.
 */
export function logRarely(
  log: Log,
  level: 'warn' | 'error',
  facts: object,
  message: string,
  owner: object = log,
): void {
  const now = performance.now();
  const quietMessages = quietUntil.get(owner) ?? new Map<string, number>();
  quietUntil.set(owner, quietMessages);
  const isQuiet = now < (quietMessages.get(message) ?? 0);
  if (!isQuiet) quietMessages.set(message, now + QUIET_MS);
  log[isQuiet ? 'debug' : level](facts, message);
}

/** Logs a database error: an outage at most once a minute, any other error with `message`. */
export function logDatabaseError(log: Log, error: unknown, message: string): void {
  if (!isDatabaseAway(error) || isDatabaseBusy(error)) log.warn({ err: error }, message);
  else logRarely(log, 'warn', { err: error }, 'database unavailable');
}
