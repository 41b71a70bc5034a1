import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as s3 from './s3-objects.ts';
import { type Refusal, type Secrets, type Signed, verifySignature } from './s3-signature.ts';

/*
 * An in-memory S3 with one bucket. Like real ones, it is strict about signatures, signed headers, expiry,
 * checksums and part sizes. It rejects whatever it does not know, so that no test passes because it ignores a
 * request.
 */
export type S3Server = Secrets & {
  endpoint: string;
  bucket: string;
  objects: s3.Bucket['objects'];
  /** Called before each correctly signed request. Its result is the error of that request. */
  refuse: (call: { method: string; key: string }) => Refusal | undefined | Promise<Refusal | undefined>;
  /** Multipart uploads neither completed nor aborted. */
  openUploads: () => number;
  close: () => Promise<void>;
};

type Call = {
  req: IncomingMessage;
  res: ServerResponse;
  key: string;
  query: URLSearchParams;
  body: Buffer;
  held: s3.Bucket;
};

const SECRETS: Secrets = { access_key_id: 'TESTKEY', secret_access_key: 'test-secret', region: 'us-east-1' };
const BUCKET = 'voiceloom-test';

export async function startS3Server({ now = () => new Date() } = {}): Promise<S3Server> {
  const held: s3.Bucket = { objects: new Map(), uploads: new Map() };
  const made: Pick<S3Server, 'refuse'> = { refuse: () => undefined };
  const server = createServer((req, res) => {
    answer(req, res, { held, now, refuse: (call) => made.refuse(call) }).catch((error: unknown) => {
      if (!res.headersSent) refuse(res, { status: 500, code: `InternalError ${String(error)}` });
      else res.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(made, {
    ...SECRETS,
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    objects: held.objects,
    openUploads: () => held.uploads.size,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  { held, now, refuse: refusing }: { held: s3.Bucket; now: () => Date; refuse: S3Server['refuse'] },
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const url = new URL(req.url ?? '/', 'http://localhost');
  const signed = verifySignature(req, SECRETS, { now: new Date(), presigned_now: now() });
  const [bucket = '', ...rest] = url.pathname.slice(1).split('/').map(decodeURIComponent);
  const fault =
    'status' in signed
      ? signed
      : bucket !== BUCKET
        ? s3.bad('NoSuchBucket', 404)
        : (bodyFault(body, signed) ?? s3.checksumFault(body, req.headers, url.searchParams));
  if (fault) return refuse(res, fault);
  const asked = await refusing({ method: req.method ?? '', key: rest.join('/') });
  if (asked) return refuse(res, asked);
  const call: Call = { req, res, key: rest.join('/'), query: url.searchParams, body, held };
  const refusal = call.key === '' ? onBucket(call) : onObject(call);
  if (refusal) refuse(res, refusal);
}

function bodyFault(body: Buffer, { content_sha256 }: Signed): Refusal | undefined {
  if (content_sha256 === 'UNSIGNED-PAYLOAD') return undefined;
  if (content_sha256.startsWith('STREAMING-')) return s3.bad('NotImplemented', 501);
  const real = createHash('sha256').update(body).digest('hex');
  return real === content_sha256 ? undefined : s3.bad('XAmzContentSHA256Mismatch');
}

function refuse(res: ServerResponse, { status, code }: Refusal): void {
  res.writeHead(status, { 'content-type': 'application/xml' });
  res.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function xml(res: ServerResponse, text: string): void {
  res.writeHead(200, { 'content-type': 'application/xml' });
  res.end(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`);
}

function onBucket({ req, res, query, body, held }: Call): Refusal | undefined {
  if (req.method === 'HEAD') res.writeHead(200).end();
  else if (req.method === 'GET' && query.get('list-type') === '2') xml(res, s3.listPage(held, query));
  else if (req.method === 'POST' && query.has('delete')) {
    const proven = 'content-md5' in req.headers || 'x-amz-checksum-crc32' in req.headers;
    if (!proven) return s3.bad('InvalidRequest');
    xml(res, s3.removeListed(held, body.toString()));
  } else return s3.bad('NotImplemented', 501);
  return undefined;
}

function onObject(call: Call): Refusal | undefined {
  const { req, res, query, key, held } = call;
  const id = query.get('uploadId');
  if (req.method === 'POST' && query.has('uploads')) return openUpload(call);
  if (req.method === 'POST' && id) return finishUpload(call, id);
  if (req.method === 'PUT' && id) return putPart(call, id);
  if (req.method === 'PUT' && req.headers['x-amz-copy-source']) return copyObject(call);
  if (req.method === 'PUT') return putObject(call);
  if (req.method === 'GET' || req.method === 'HEAD') return getObject(call);
  if (req.method !== 'DELETE') return s3.bad('NotImplemented', 501);
  if (id ? !held.uploads.delete(id) : false) return s3.bad('NoSuchUpload', 404);
  if (!id) held.objects.delete(key);
  res.writeHead(204).end();
  return undefined;
}

function openUpload({ req, res, key, held }: Call): undefined {
  const id = randomUUID();
  held.uploads.set(id, { key, content_type: typeOf(req), parts: new Map() });
  xml(res, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
}

function finishUpload({ res, body, held }: Call, id: string): Refusal | undefined {
  const done = s3.completeUpload(held, id, body.toString());
  if (typeof done !== 'string') return done;
  xml(res, done);
  return undefined;
}

function putPart({ res, query, body, held }: Call, id: string): Refusal | undefined {
  const upload = held.uploads.get(id);
  if (!upload) return s3.bad('NoSuchUpload', 404);
  const { etag } = s3.storedObject(body, '');
  upload.parts.set(Number(query.get('partNumber')), { body, etag });
  res.writeHead(200, { etag }).end();
  return undefined;
}

function copyObject({ req, res, key, held }: Call): Refusal | undefined {
  const [bucket, ...rest] = decodeURIComponent(String(req.headers['x-amz-copy-source']))
    .replace(/^\//, '')
    .split('/');
  const source = bucket === BUCKET ? held.objects.get(rest.join('/')) : undefined;
  if (!source) return s3.bad('NoSuchKey', 404);
  if (rest.join('/') === key) return s3.bad('InvalidRequest');
  held.objects.set(key, { ...source, modified_at: new Date() });
  xml(res, `<CopyObjectResult><ETag>${s3.escapeXml(source.etag)}</ETag></CopyObjectResult>`);
  return undefined;
}

function putObject({ req, res, key, query, body, held }: Call): Refusal | undefined {
  if (req.headers['content-length'] === undefined) return s3.bad('MissingContentLength', 411);
  if (req.headers['if-none-match'] === '*' && held.objects.has(key)) return s3.bad('PreconditionFailed', 412);
  const match = req.headers['if-match'];
  if (match !== undefined && held.objects.get(key)?.etag !== match) return s3.bad('PreconditionFailed', 412);
  const checksum = req.headers['x-amz-checksum-sha256'] ?? query.get('x-amz-checksum-sha256') ?? undefined;
  const object = s3.storedObject(body, typeOf(req), checksum?.toString());
  held.objects.set(key, object);
  res.writeHead(200, { etag: object.etag }).end();
  return undefined;
}

function typeOf(req: IncomingMessage): string {
  return req.headers['content-type'] ?? 'binary/octet-stream';
}

function getObject({ req, res, key, query, held }: Call): Refusal | undefined {
  const object = held.objects.get(key);
  if (!object) return s3.bad('NoSuchKey', 404);
  const headers: Record<string, string> = {
    'accept-ranges': 'bytes',
    'content-type': query.get('response-content-type') ?? object.content_type,
    etag: object.etag,
    'last-modified': object.modified_at.toUTCString(),
  };
  const disposition = query.get('response-content-disposition');
  if (disposition) headers['content-disposition'] = disposition;
  const control = query.get('response-cache-control');
  if (control) headers['cache-control'] = control;
  if (object.sha256 && req.headers['x-amz-checksum-mode'] === 'ENABLED')
    headers['x-amz-checksum-sha256'] = object.sha256;
  if (req.headers['if-none-match'] === object.etag) {
    res.writeHead(304, headers).end();
    return undefined;
  }
  return sendBody({ req, res, body: object.body, headers });
}

type Sending = { req: IncomingMessage; res: ServerResponse; body: Buffer; headers: Record<string, string> };

function sendBody({ req, res, body, headers }: Sending): Refusal | undefined {
  const total = body.length;
  const asked = /^bytes=(\d*)-(\d*)$/.exec(req.headers.range ?? '');
  let [start, end] = [0, total - 1];
  if (asked) {
    [start, end] =
      asked[1] === ''
        ? [total - Number(asked[2]), total - 1]
        : [Number(asked[1]), Number(asked[2] || total - 1)];
    if (start >= total || end < start) return s3.bad('InvalidRange', 416);
    [start, end] = [Math.max(start, 0), Math.min(end, total - 1)];
    headers['content-range'] = `bytes ${start}-${end}/${total}`;
  }
  const part = body.subarray(start, end + 1);
  res.writeHead(asked ? 206 : 200, { ...headers, 'content-length': part.length });
  res.end(req.method === 'HEAD' ? undefined : part);
  return undefined;
}
