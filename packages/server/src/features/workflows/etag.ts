import { createHash } from 'node:crypto';
import { ApiError } from '../../errors.ts';

type Version = { id: string; updated_at: Date };

function tagOf({ id, updated_at }: Version): string {
  return createHash('sha256').update(`${id}/${updated_at.toISOString()}`).digest('base64url').slice(0, 27);
}

/** The strong ETag of a row of which every change moves `updated_at` on by at least a millisecond. */
export function etagOf(version: Version): string {
  return `"${tagOf(version)}"`;
}

/** Refuses a write that was made for another version. `*` takes any; a list takes one of its members. */
export function assertMatch(ifMatch: string | undefined, version: Version, what: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tag = tagOf(version);
  const tags = ifMatch.split(',').map((part) => part.trim().replace(/^"|"$/g, ''));
  if (tags.includes(tag)) return;
  throw new ApiError('PRECONDITION_FAILED', `The ${what} has changed since the version that If-Match names.`);
}
