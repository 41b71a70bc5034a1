import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, type Response, Router } from 'express';
import { isKnown } from '../../handler/entity-tag.ts';
import type { BlobHead, ByteRange, FileGrant, FolderBlobStore } from '../../storage/index.ts';
import { attachmentDisposition, isStorageError, StorageError } from '../../storage/index.ts';
import { createDigests, type DigestOf } from './file-digests.ts';

export type FileErrorCode = 'FORBIDDEN' | 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE' | 'VALIDATION_ERROR';
type Fault = { field: string; message: string };
export type RespondError = (res: Response, code: FileErrorCode, message: string, details?: Fault[]) => void;
type Deps = {
  store: Pick<FolderBlobStore, 'put' | 'get' | 'head' | 'readGrant'>;
  respondError: RespondError;
};
type FileDeps = Deps & { digestOf: DigestOf };
type UploadGrant = Extract<FileGrant, { method: 'PUT' }>;
type DownloadGrant = Extract<FileGrant, { method: 'GET' }>;

const DRAIN_BYTES = 16 * 1024 * 1024;

/**
 * The signed links of the folder store. To be mounted before any body parser: an upload is a stream, also when its
 * type is JSON. Anything unforeseen goes to the server's own error handler.
 */
export function fileRoutes(options: Deps): Router {
  const deps = { ...options, digestOf: createDigests(options.store) };
  const router = Router();
  router.put('/files/:ticket', async (req, res) => {
    const grant = granted(deps, { req, res, method: 'PUT' });
    if (grant?.method === 'PUT') await receive(deps, grant, { req, res });
    else drain(req);
  });
  // Express serves HEAD with the same route.
  router.get('/files/:ticket', async (req, res) => {
    const grant = granted(deps, { req, res, method: 'GET' });
    if (grant?.method !== 'GET') return;
    try {
      await serve(deps, grant, { req, res });
    } catch (error) {
      if (!isStorageError(error, 'NOT_FOUND')) throw error;
      deps.respondError(res, 'NOT_FOUND', 'The file no longer exists.');
    }
  });
  return router;
}

type Exchange = { req: Request; res: Response };

function granted(
  deps: Deps,
  { req, res, method }: Exchange & { method: FileGrant['method'] },
): FileGrant | undefined {
  const grant = deps.store.readGrant(String(req.params.ticket), method);
  if (typeof grant === 'object') return grant;
  const what = grant === 'expired' ? 'This link has expired.' : 'This link is not valid.';
  deps.respondError(res, 'FORBIDDEN', what);
  return undefined;
}

async function receive(deps: Deps, grant: UploadGrant, { req, res }: Exchange): Promise<void> {
  const refusal = refusalOf(grant, req);
  if (refusal) {
    respondRejection(deps, res, refusal);
    drain(req);
    return;
  }
  try {
    const { key, content_type, size_bytes, max_size_bytes, sha256 } = grant;
    await deps.store.put(key, bodyOf(req), { content_type, size_bytes, max_size_bytes, sha256 });
    res.status(200).set('Content-Length', '0').end();
  } catch (error) {
    // The client disconnected: nothing was stored, and no response is possible.
    if (req.destroyed && !req.complete) return;
    const fault = rejectionOf(error);
    if (!fault) throw error;
    respondRejection(deps, res, fault);
    drain(req);
  }
}

/** A separate stream: aborting the body must not close the connection before the response is sent. */
function bodyOf(req: Request): PassThrough {
  const body = new PassThrough();
  req.once('error', (error) => body.destroy(error));
  return req.pipe(body);
}

type Rejection = { code: FileErrorCode; field: string; message: string };

/** What the headers show before a byte is read. */
function refusalOf(grant: UploadGrant, req: Request): Rejection | undefined {
  if (normalType(req.headers['content-type']) !== normalType(grant.content_type)) {
    const message = `This link accepts only the content type ${grant.content_type}.`;
    return { code: 'VALIDATION_ERROR', field: 'headers.content-type', message };
  }
  const length = req.headers['content-length'];
  const limit = Math.min(grant.size_bytes ?? Infinity, grant.max_size_bytes ?? Infinity);
  if (length === undefined || Number(length) <= limit) return undefined;
  return { code: 'PAYLOAD_TOO_LARGE', field: 'body', message: `This link accepts at most ${limit} bytes.` };
}

function normalType(type: string | undefined): string {
  return (type ?? '').toLowerCase().replace(/\s+/g, '');
}

function rejectionOf(error: unknown): Rejection | undefined {
  if (isStorageError(error, 'TOO_LARGE')) {
    return { code: 'PAYLOAD_TOO_LARGE', field: 'body', message: error.message };
  }
  if (isStorageError(error, 'SIZE_MISMATCH') || isStorageError(error, 'CHECKSUM_MISMATCH')) {
    return { code: 'VALIDATION_ERROR', field: 'body', message: error.message };
  }
  return undefined;
}

function respondRejection(deps: Deps, res: Response, { code, field, message }: Rejection): void {
  deps.respondError(res, code, message, code === 'VALIDATION_ERROR' ? [{ field, message }] : undefined);
}

/** A client reads the response only after it sent its body. Past a limit, the connection is closed. */
function drain(req: Request): void {
  let size_bytes = 0;
  req.on('data', (chunk: Buffer) => {
    size_bytes += chunk.length;
    if (size_bytes > DRAIN_BYTES) req.destroy();
  });
  req.on('error', () => {});
  // A listener alone does not set a stream going that was piped before.
  req.resume();
}

async function serve(deps: FileDeps, grant: DownloadGrant, { req, res }: Exchange): Promise<void> {
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
  // Not by `set`, which would add a charset.
  res.setHeader('Content-Type', grant.content_type);
  const digest = await deps.digestOf(req, grant.key, head);
  if (digest !== undefined) res.setHeader('Repr-Digest', digest);
  if (isUnchanged(req, head)) return void res.status(304).end();
  const range = rangeOf(req, res, head.size_bytes);
  if (range === 'unsatisfiable') {
    return void res.status(416).set('Content-Range', `bytes */${head.size_bytes}`).end();
  }
  if (req.method === 'HEAD') return void res.status(200).set('Content-Length', String(head.size_bytes)).end();
  await send(deps, grant.key, { res, range });
}

/** Not Express's `fresh`, which treats `Cache-Control: no-cache` as stale. */
function isUnchanged(req: Request, { etag, modified_at }: BlobHead): boolean {
  const known = req.headers['if-none-match'];
  if (known !== undefined) return isKnown(known, etag);
  const since = Date.parse(req.headers['if-modified-since'] ?? '');
  // HTTP dates have whole seconds.
  return Math.floor(modified_at.getTime() / 1000) * 1000 <= since;
}

async function send(
  deps: Deps,
  key: string,
  { res, range }: { res: Response; range: ByteRange | undefined },
): Promise<void> {
  const blob = await deps.store.get(key, range);
  const { start, end } = blob.range ?? { start: 0, end: blob.size_bytes - 1 };
  res.status(blob.range ? 206 : 200).set({ 'Content-Length': String(end - start + 1), ETag: blob.etag });
  if (blob.range) res.set('Content-Range', `bytes ${start}-${end}/${blob.size_bytes}`);
  try {
    await pipeline(blob.stream, res);
  } catch (error) {
    // After the headers, only closing the connection can signal an error. The usual cause is a client that left.
    if (!res.headersSent) throw error;
    res.destroy();
  }
}

/** Several ranges at once, or a range of another version (If-Range), get the whole file, as HTTP allows. */
function rangeOf(req: Request, res: Response, size_bytes: number): ByteRange | 'unsatisfiable' | undefined {
  if (req.method !== 'GET' || !req.headers.range || !sameVersion(req, res)) return undefined;
  const ranges = req.range(size_bytes);
  if (ranges === -1) return 'unsatisfiable';
  const [only, ...others] = Array.isArray(ranges) && ranges.type === 'bytes' ? ranges : [];
  return only && others.length === 0 ? { start: only.start, end: only.end } : undefined;
}

function sameVersion(req: Request, res: Response): boolean {
  const condition = req.headers['if-range'];
  return condition === undefined || condition === res.get('ETag') || condition === res.get('Last-Modified');
}
