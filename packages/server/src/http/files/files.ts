import { PassThrough } from 'node:stream';
import { type Request, type Response, Router } from 'express';
import { ApiError, invalid } from '../../errors.ts';
import { matchesIfNoneMatch } from '../../handler/entity-tag.ts';
import type { BlobHead, ByteRange, FileTicketClaims, FolderBlobStore } from '../../storage/index.ts';
import { attachmentDisposition, digestBlob, isStorageError, StorageError } from '../../storage/index.ts';
import type { RespondError } from '../errors.ts';
import { sendStream } from './send-stream.ts';

type Store = Pick<FolderBlobStore, 'put' | 'get' | 'head' | 'readGrant'>;
type Grant<Method> = Extract<FileTicketClaims, { method: Method }>;

const DRAIN_BYTES = 16 * 1024 * 1024;

/**
 * The signed links of the folder store. These routes must come before any body parser, because an upload is a stream
 * even if its type is JSON.
 */
export function fileRoutes(store: Store, respondError: RespondError): Router {
  const findDigest = createDigests(store);
  const router = Router();
  router.put('/files/:ticket', async (req, res) => {
    try {
      const grant = readGrant(store, req, 'PUT');
      rejectByHeaders(grant, req);
      const { key, content_type, size_bytes, max_size_bytes, sha256 } = grant;
      // A separate stream, because aborting the request would close the connection before the response.
      const body = new PassThrough();
      req.once('error', (error) => body.destroy(error));
      await store.put(key, req.pipe(body), { content_type, size_bytes, max_size_bytes, sha256 });
      res.status(200).set('Content-Length', '0').end();
    } catch (error) {
      // The client has disconnected, so nothing was stored and no response is possible.
      if (req.destroyed && !req.complete) return;
      if (isStorageError(error, 'TOO_LARGE'))
        respondError(res, new ApiError('PAYLOAD_TOO_LARGE', error.message));
      else if (isStorageError(error, 'SIZE_MISMATCH') || isStorageError(error, 'CHECKSUM_MISMATCH'))
        respondError(res, invalid({ field: 'body', message: error.message }));
      else respondError(res, error);
      // Discards the rest of the body: clients send it before they read the response. Above a limit, disconnects.
      let size_bytes = 0;
      req.on('data', (chunk: Buffer) => {
        size_bytes += chunk.length;
        if (size_bytes > DRAIN_BYTES) req.destroy();
      });
      req.on('error', () => {});
      // A `data` listener does not resume a stream that was piped before, so this does.
      req.resume();
    }
  });
  // Express also uses this route for HEAD.
  router.get('/files/:ticket', async (req, res) => {
    try {
      await serve({ store, findDigest }, readGrant(store, req, 'GET'), res);
    } catch (error) {
      if (isStorageError(error, 'NOT_FOUND'))
        respondError(res, new ApiError('NOT_FOUND', 'The file no longer exists.'));
      else respondError(res, error);
    }
  });
  return router;
}

/** What the ticket in the URL allows. Throws FORBIDDEN if it is not valid or has expired. */
function readGrant<Method extends FileTicketClaims['method']>(
  store: Store,
  req: Request,
  method: Method,
): Grant<Method> {
  const grant = store.readGrant(String(req.params.ticket), method);
  // A ticket is only valid for one method.
  if (typeof grant === 'object') return grant as Grant<Method>;
  if (grant === 'expired') throw new ApiError('FORBIDDEN', 'This link has expired.');
  throw new ApiError('FORBIDDEN', 'This link is not valid.');
}

/** Rejects a request by its headers, before it reads the body. */
function rejectByHeaders(grant: Grant<'PUT'>, req: Request): void {
  if (normalType(req.headers['content-type']) !== normalType(grant.content_type)) {
    const message = `This link accepts only the content type ${grant.content_type}.`;
    throw invalid({ field: 'headers.content-type', message });
  }
  const length = req.headers['content-length'];
  const limit = Math.min(grant.size_bytes ?? Infinity, grant.max_size_bytes ?? Infinity);
  if (length === undefined || Number(length) <= limit) return;
  throw new ApiError('PAYLOAD_TOO_LARGE', `This link accepts at most ${limit} bytes.`);
}

/** `Text/HTML; charset=UTF-8` as `text/html;charset=utf-8`. */
function normalType(type: string | undefined): string {
  return (type ?? '').toLowerCase().replace(/\s+/g, '');
}

/** Sends a stored object, or the requested range of it. Supports conditional requests. */
async function serve(
  deps: { store: Store; findDigest: FindDigest },
  grant: Grant<'GET'>,
  res: Response,
): Promise<void> {
  const { req } = res;
  const head = await deps.store.head(grant.key);
  if (!head) throw new StorageError('NOT_FOUND', `There is no object "${grant.key}".`);
  res.set({
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private',
    'Content-Disposition': attachmentDisposition(grant.filename),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    ETag: head.etag,
    'Last-Modified': head.modified_at.toUTCString(),
    'X-Content-Type-Options': 'nosniff',
  });
  // `set` would add a charset.
  res.setHeader('Content-Type', grant.content_type);
  const digest = await deps.findDigest(req, grant.key, head);
  if (digest !== undefined) res.setHeader('Repr-Digest', digest);
  if (isUnchanged(req, head)) return void res.status(304).end();
  const range = readRange(req, res, head.size_bytes);
  if (range === 'unsatisfiable') {
    return void res.status(416).set('Content-Range', `bytes */${head.size_bytes}`).end();
  }
  if (req.method === 'HEAD') return void res.status(200).set('Content-Length', String(head.size_bytes)).end();
  const blob = await deps.store.get(grant.key, range);
  const { start, end } = blob.range ?? { start: 0, end: blob.size_bytes - 1 };
  res.status(blob.range ? 206 : 200).set({ 'Content-Length': String(end - start + 1), ETag: blob.etag });
  if (blob.range) res.set('Content-Range', `bytes ${start}-${end}/${blob.size_bytes}`);
  try {
    await sendStream(res, blob.stream);
  } catch (error) {
    // After the headers, only closing the connection can signal an error. Usually, the client has disconnected.
    if (!res.headersSent) throw error;
    res.destroy();
  }
}

/** Express's `fresh` cannot be used: it ignores the client's copy if there is `Cache-Control: no-cache`. */
function isUnchanged(req: Request, { etag, modified_at }: BlobHead): boolean {
  const tags = req.headers['if-none-match'];
  if (tags !== undefined) return matchesIfNoneMatch(tags, etag);
  const since = Date.parse(req.headers['if-modified-since'] ?? '');
  // HTTP dates have only whole seconds.
  return Math.floor(modified_at.getTime() / 1000) * 1000 <= since;
}

/** For several ranges, or a range of another version (If-Range), the response is the whole file, as HTTP allows. */
function readRange(req: Request, res: Response, size_bytes: number): ByteRange | 'unsatisfiable' | undefined {
  if (req.method !== 'GET' || !req.headers.range) return undefined;
  const condition = req.headers['if-range'];
  const isSameVersion =
    condition === undefined || condition === res.get('ETag') || condition === res.get('Last-Modified');
  if (!isSameVersion) return undefined;
  const ranges = req.range(size_bytes);
  if (ranges === -1) return 'unsatisfiable';
  if (!Array.isArray(ranges) || ranges.type !== 'bytes') return undefined;
  const [only, ...others] = ranges;
  if (!only || others.length > 0) return undefined;
  return { start: only.start, end: only.end };
}

const MAX_DIGESTS = 1_000;

/** Returns the `Repr-Digest` (RFC 9530) of a stored file if the request has `Want-Repr-Digest`, otherwise undefined. */
type FindDigest = (req: Request, key: string, head: BlobHead) => Promise<string | undefined>;

/** Reads each file once and caches its digest by entity tag, which identifies the content. */
function createDigests(store: Pick<FolderBlobStore, 'get'>): FindDigest {
  const digests = new Map<string, Promise<string>>();
  const digest = async (key: string) =>
    Buffer.from((await digestBlob(store, key)).sha256, 'hex').toString('base64');
  return async (req, key, { etag }) => {
    // `sha-512=3, sha-256=10` requests the digest. In `sha-256=0`, the weight of 0 means that it is not wanted.
    const preference = String(req.headers['want-repr-digest'] ?? '');
    if (!/(?:^|,)\s*sha-256\s*=\s*(?:[1-9]|10)\b/i.test(preference)) return undefined;
    const name = `${key} ${etag}`;
    const sha256 = digests.get(name) ?? digest(key);
    if (digests.size >= MAX_DIGESTS) digests.clear();
    digests.set(name, sha256);
    try {
      return `sha-256=:${await sha256}:`;
    } catch (error) {
      digests.delete(name);
      throw error;
    }
  };
}
