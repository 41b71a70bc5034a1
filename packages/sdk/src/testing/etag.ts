import { ApiError } from './api-error.ts';

/** The version of a resource: it changes with every write. */
export const etagOf = ({ id, updated_at }: { id: string; updated_at: string }): string =>
  `"${btoa(`${id.slice(-12)}/${Date.parse(updated_at)}`).replaceAll('=', '')}"`;

/** Refuses a write that was made for another version. */
export function assertMatch(
  ifMatch: string | undefined,
  resource: { id: string; updated_at: string },
  what: string,
): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  if (ifMatch.split(',').some((tag) => tag.trim() === etagOf(resource))) return;
  throw new ApiError('PRECONDITION_FAILED', `The ${what} has changed since the version that If-Match names.`);
}
