import { ApiError } from './api-error.ts';
import { digestOf } from './digest.ts';

/** The version of a row of which every change moves `updated_at` on. */
export const versionOfRow = ({ id, updated_at }: { id: string; updated_at: string }): string =>
  digestOf(`${id}/${updated_at}`);

/** The version of what callers write: all that is shown, but for what changes without a write of it. */
export function versionOf<View extends object>(view: View, ...passing: readonly (keyof View)[]): string {
  const written = Object.entries(view).filter(([field]) => !passing.includes(field as keyof View));
  return digestOf(JSON.stringify(written));
}

/** The tag of an answer: the version of what it shows, and a digest of all of it. */
export const tagOf = (version: string, data: unknown): string =>
  `"${version}.${digestOf(JSON.stringify(data))}"`;

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/** Refuses a write that was made for another version; a weak tag names none. */
export function assertMatch(ifMatch: string | undefined, version: string | undefined, what: string): void {
  if (ifMatch === undefined) return;
  const named = tagsOf(ifMatch).map((tag) => tag.replace(/^"|"$/g, '').replace(/\..*/, ''));
  if (version !== undefined && (named.includes('*') || named.includes(version))) return;
  throw new ApiError('PRECONDITION_FAILED', `The ${what} has changed since the version that If-Match names.`);
}

/** Whether the caller has this very answer already. */
export const isKnown = (ifNoneMatch: string | null, tag: string): boolean =>
  ifNoneMatch !== null &&
  tagsOf(ifNoneMatch).some((known) => known === '*' || known.replace(/^W\//, '') === tag);
