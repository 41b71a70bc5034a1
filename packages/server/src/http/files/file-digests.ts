import type { Request } from 'express';
import { type BlobHead, digestBlob, type FolderBlobStore } from '../../storage/index.ts';

const MOST_DIGESTS = 1_000;

/** `Repr-Digest` (RFC 9530) of a stored file, for requests with `Want-Repr-Digest`; otherwise undefined. */
export type DigestOf = (req: Request, key: string, head: BlobHead) => Promise<string | undefined>;

/** Reads the file once and caches its digest by entity tag, which is unique to a content. */
export function createDigests(store: Pick<FolderBlobStore, 'get'>): DigestOf {
  const known = new Map<string, Promise<string>>();
  const digest = async (key: string) =>
    Buffer.from((await digestBlob(store, key)).sha256, 'hex').toString('base64');
  return async (req, key, { etag }) => {
    if (!wantsSha256(req)) return undefined;
    const name = `${key} ${etag}`;
    const found = known.get(name) ?? digest(key);
    if (known.size >= MOST_DIGESTS) known.clear();
    known.set(name, found);
    try {
      return `sha-256=:${await found}:`;
    } catch (error) {
      known.delete(name);
      throw error;
    }
  };
}

/** A weight of 0 says that it is not wanted. */
function wantsSha256(req: Request): boolean {
  const wanted = String(req.headers['want-repr-digest'] ?? '');
  return /(?:^|,)\s*sha-256\s*=\s*(?:[1-9]|10)\b/i.test(wanted);
}
