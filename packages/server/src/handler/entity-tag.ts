import { hash } from 'node:crypto';
import { ApiError } from '../errors.ts';
import { encodeBase62 } from '../secrets/base62.ts';

/** 27 characters of a SHA-256, which is about 160 bits. */
const digestText = (text: string) => encodeBase62(hash('sha256', text, 'buffer')).slice(0, 27);

/** The version of a row. Every change of the row must increase `updated_at` by at least a millisecond. */
export function versionOfRow({ id, updated_at }: { id: string; updated_at: Date }): string {
  return digestText(`${id}/${updated_at.toISOString()}`);
}

/** The version of what callers write. It ignores the fields in `passing`, which change without a write. */
export function versionOfView<View extends object>(
  view: View,
  passing: readonly (keyof View)[] = [],
): string {
  const fields = Object.entries(view).filter(([field]) => !passing.includes(field as keyof View));
  return digestText(JSON.stringify(fields));
}

/** A view with the version that If-Match compares. */
export function versioned<View extends object>(data: View, passing?: readonly (keyof View)[]) {
  return { data, version: versionOfView(data, passing) };
}

/**
 * The tag of a response: the version of its data, and a digest of the whole data. A new count changes the tag, so that
 * caches are updated, but not the version, so that writes still match.
 */
export function entityTag(version: string, data: string): string {
  return `"${version}.${digestText(data).slice(0, 16)}"`;
}

/** Whether a write is for this version. `*` matches any version; a list matches each of its tags. */
export function isMatch(ifMatch: string | undefined, version: string | undefined): boolean {
  if (ifMatch === undefined) return true;
  // `"7.3f2a"` has the version 7. Only a strong tag contains a version, so a weak tag matches nothing.
  const getVersion = (tag: string) => tag.replace(/^"|"$/g, '').replace(/\..*/, '');
  return (
    version !== undefined && splitTags(ifMatch).some((tag) => tag === '*' || getVersion(tag) === version)
  );
}

/** Rejects a write for another version. */
export function assertMatch(ifMatch: string | undefined, version: string | undefined, name: string): void {
  if (isMatch(ifMatch, version)) return;
  throw new ApiError('PRECONDITION_FAILED', `The ${name} has changed since the version that If-Match names.`);
}

/** Whether the caller already has this response. If-None-Match uses weak comparison (RFC 9110). */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return splitTags(ifNoneMatch).some((item) => item === '*' || item.replace(/^W\//, '') === tag);
}

function splitTags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
