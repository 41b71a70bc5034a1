import type { Log } from '../telemetry/log.ts';
import { isDatabaseAway, isDatabaseBusy } from './index.ts';

const QUIET_MS = 60_000;

/** When a message may be written again, for each log or other owner. */
const quietUntil = new WeakMap<object, Map<string, number>>();

/**
 * Writes a message at most once a minute, and at level debug in between: many parts of a process notice an outage at
 * the same time. `owner` is the log, so the limit applies to the process, or an object that has its own limit.
 */
export function logRarely(
  log: Log,
  level: 'warn' | 'error',
  facts: object,
  message: string,
  owner: object = log,
): void {
  const now = performance.now();
  const known = quietUntil.get(owner) ?? new Map<string, number>();
  quietUntil.set(owner, known);
  const isQuiet = now < (known.get(message) ?? 0);
  if (!isQuiet) known.set(message, now + QUIET_MS);
  log[isQuiet ? 'debug' : level](facts, message);
}

/** Logs an error of the database, an outage rarely; `message` is for errors of another kind. */
export function logDatabaseError(log: Log, error: unknown, message: string): void {
  if (!isDatabaseAway(error) || isDatabaseBusy(error)) log.warn({ err: error }, message);
  else logRarely(log, 'warn', { err: error }, 'database unavailable');
}
