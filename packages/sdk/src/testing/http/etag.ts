import { ApiError } from './api-error.ts';

/** 16 hexadecimal characters that depend on the text only (FNV-1a, twice). Not for security. */
export function digestOf(text: string): string {
  const hash = (seed: number) => {
    let state = seed;
    for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193);
    return (state >>> 0).toString(16).padStart(8, '0');
  };
  return hash(0x811c9dc5) + hash(0x050c5d1f);
}

type Versioned = { id: string; updated_at: string };

/** The ETag of a resource, which changes with every write of it. */
export const tagOf = ({ id, updated_at }: Versioned): string => `"${digestOf(`${id}/${updated_at}`)}"`;

/** Whether a list of tags in a header contains this one. */
export const includesTag = (header: string, tag: string): boolean =>
  header.split(',').some((named) => named.trim() === '*' || named.trim() === tag);

/** Rejects a write that was made for another version. */
export function assertMatch(ifMatch: string | undefined, resource: Versioned, what: string): void {
  if (ifMatch === undefined || includesTag(ifMatch, tagOf(resource))) return;
  throw new ApiError('PRECONDITION_FAILED', `The ${what} has changed since the version that If-Match names.`);
}
