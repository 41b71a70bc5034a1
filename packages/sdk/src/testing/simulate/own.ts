import { notFound } from '../api-error.ts';
import type { Caller } from '../handler.ts';
import type { VirtualClock } from '../timers.ts';

/** What an id names in the caller's workspace; NOT_FOUND where it names nothing there. */
export function own<T extends { workspace_id: string }>(
  map: ReadonlyMap<string, T>,
  id: string,
  { caller, what }: { caller: Caller; what: string },
): T {
  const found = map.get(id.toLowerCase());
  if (found === undefined || found.workspace_id !== caller.workspace_id) throw notFound(what);
  return found;
}

/** Everything of the caller's workspace, the newest first. */
export function ownAll<T extends { workspace_id: string }>(map: ReadonlyMap<string, T>, caller: Caller): T[] {
  return [...map.values()].filter(({ workspace_id }) => workspace_id === caller.workspace_id).reverse();
}

/** Changes fields that are given and notes the time, which moves on with every write. */
export function change<T extends { updated_at: string }>(
  target: T,
  changes: Partial<T>,
  clock: VirtualClock,
): T {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (given.length === 0) return target;
  const later = Math.max(clock.now(), Date.parse(target.updated_at) + 1);
  return Object.assign(target, Object.fromEntries(given), { updated_at: new Date(later).toISOString() });
}

/** Whether a change names no field, so that nothing is written. */
export const isEmpty = (changes: object): boolean =>
  Object.values(changes).every((value) => value === undefined);

/** A resource without what only this server keeps beside it. */
export function without<T extends object, K extends keyof T>(resource: T, ...keys: readonly K[]): Omit<T, K> {
  const hidden: readonly PropertyKey[] = keys;
  return Object.fromEntries(Object.entries(resource).filter(([key]) => !hidden.includes(key))) as Omit<T, K>;
}

const MAX_NAME_LENGTH = 200;
const COPY = ' (Copy)';

/** The name of a copy, cut where it would be too long. */
export function copyName(name: string): string {
  const points = [...name].slice(0, MAX_NAME_LENGTH - COPY.length);
  return `${points.join('')}${COPY}`;
}
