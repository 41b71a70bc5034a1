import { Readable } from 'node:stream';
import {
  type $Command,
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Clock } from '../config/clock.ts';
import type {
  BlobContent,
  BlobHead,
  ByteRange,
  DownloadTicketRequest,
  PutOptions,
  S3BlobStore,
  S3Config,
  UploadTicket,
  UploadTicketRequest,
} from './blob-store.ts';
import { attachmentDisposition } from './content-type.ts';
import { assertKey, assertPrefix, CHECK_DEADLINE_MS, ticketExpiry } from './key.ts';
import { meter } from './meter.ts';
import { isStorageError, StorageError, toStorageError } from './storage-error.ts';

const PAGE_LENGTH = 1_000;
const DELETE_BATCH = 1_000;
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const MIN_BYTES_PER_MS = 250;
const DEFAULT_DEADLINE_MS = 15_000;
const ATTEMPTS = 3;
const NO_TYPE = 'application/octet-stream';

type Bucket = { client: S3Client; signer: S3Client; name: string; deadline_ms: number; clock: Clock };

/** Objects in a bucket. `signer`: creates links with the address that clients can reach. */
export function createS3Store(config: S3Config, clock: Clock): S3BlobStore {
  const deadline_ms = config.deadline_ms ?? DEFAULT_DEADLINE_MS;
  const client = createClient(config, config.endpoint);
  const signer = createClient(config, config.public_endpoint ?? config.endpoint);
  const bucket: Bucket = { client, signer, name: config.bucket, deadline_ms, clock };
  return {
    kind: 's3',
    async put(key, body, options) {
      assertKey(key);
      return body instanceof Readable
        ? putStream(bucket, key, body, options)
        : putBytes(bucket, key, body, options);
    },
    get: (key, range) => get(bucket, key, range),
    head: (key) => head(bucket, key),
    remove: (key) => remove(bucket, key),
    removeMany: (keys) => removeMany(bucket, keys),
    list: (prefix, page = {}) => list(bucket, prefix, page),
    copy: (sourceKey, targetKey) => copy(bucket, sourceKey, targetKey),
    uploadTicket: (request) => uploadTicket(bucket, request),
    downloadTicket: (request) => downloadTicket(bucket, request),
    check: () => check(bucket),
    close: async () => {
      client.destroy();
      signer.destroy();
    },
  };
}

/** A client of the SDK for an address; undefined: that of AWS for the region. */
function createClient(config: S3Config, endpoint: string | undefined): S3Client {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = config;
  const options: S3ClientConfig = {
    region: config.region,
    forcePathStyle: config.force_path_style,
    // By default, a signed upload link contains the CRC32 of an empty body, so a strict server rejects every
    // upload.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: config.deadline_ms ?? DEFAULT_DEADLINE_MS,
      httpAgent: { keepAlive: true, maxSockets: 64 },
      httpsAgent: { keepAlive: true, maxSockets: 64 },
    },
  };
  if (endpoint !== undefined) options.endpoint = endpoint;
  if (accessKeyId && secretAccessKey) options.credentials = { accessKeyId, secretAccessKey };
  return new S3Client(options);
}

/**
 * Sends a request with a deadline and converts its errors to StorageError. The deadline includes retries and
 * ends with the response headers; the body may arrive later.
 */
async function send<In extends ServiceInputTypes, Out extends ServiceOutputTypes>(
  { client, deadline_ms: usual_ms }: Bucket,
  command: $Command<In, Out, S3ClientResolvedConfig, ServiceInputTypes, ServiceOutputTypes>,
  key = '',
  deadline_ms = usual_ms,
): Promise<Out> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), deadline_ms);
  try {
    return await client.send(command, { abortSignal: abort.signal });
  } catch (error) {
    throw toStorageError(error, key);
  } finally {
    clearTimeout(timer);
  }
}

/** Sends bytes that are in memory, with their checksum, which the bucket verifies. */
async function putBytes(bucket: Bucket, key: string, body: Uint8Array, options: PutOptions) {
  const bodyMeter = meter(body, options);
  // Only measures and checks the bytes, which are sent as they are.
  for await (const _ of bodyMeter.chunks);
  const { sha256, size_bytes } = bodyMeter.measurements();
  const command = new PutObjectCommand({
    Bucket: bucket.name,
    Key: key,
    Body: body,
    ContentLength: size_bytes,
    ContentType: options.content_type,
    ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
  });
  await send(bucket, command, key, bucket.deadline_ms + size_bytes / MIN_BYTES_PER_MS);
  return bodyMeter.measurements();
}

/** No deadline for the whole upload, because the source sets the pace. Each part has the socket's deadline. */
async function putStream(bucket: Bucket, key: string, body: Readable, options: PutOptions) {
  const bodyMeter = meter(body, options);
  const upload = new Upload({
    client: bucket.client,
    params: {
      Bucket: bucket.name,
      Key: key,
      Body: Readable.from(bodyMeter.chunks),
      ContentType: options.content_type,
    },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    leavePartsOnError: false,
  });
  try {
    await upload.done();
    return bodyMeter.measurements();
  } catch (error) {
    throw bodyMeter.failure() ?? toStorageError(error, key);
  } finally {
    body.destroy();
  }
}

async function get(bucket: Bucket, key: string, range?: ByteRange): Promise<BlobContent> {
  assertKey(key);
  const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
  const command = new GetObjectCommand({ Bucket: bucket.name, Key: key, Range });
  const response = await send(bucket, command, key);
  // On Node, the SDK always returns a Node stream.
  const content: BlobContent = { ...toHead(response), stream: response.Body as Readable };
  // `bytes 0-99/1234`: the first and the last byte, and the size of the object.
  const part = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.ContentRange ?? '');
  if (part) content.size_bytes = Number(part[3]);
  if (part && range) content.range = { start: Number(part[1]), end: Number(part[2]) };
  return content;
}

async function head(bucket: Bucket, key: string): Promise<BlobHead | undefined> {
  assertKey(key);
  const command = new HeadObjectCommand({ Bucket: bucket.name, Key: key });
  try {
    return toHead(await send(bucket, command, key));
  } catch (error) {
    if (isStorageError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

type ObjectFacts = { ContentLength?: number; ContentType?: string; ETag?: string; LastModified?: Date };

/** The facts about an object that every response contains. */
function toHead({ ContentLength, ContentType, ETag, LastModified }: ObjectFacts): BlobHead {
  return {
    size_bytes: ContentLength ?? 0,
    content_type: ContentType ?? NO_TYPE,
    etag: ETag ?? '',
    modified_at: LastModified ?? new Date(0),
  };
}

async function remove(bucket: Bucket, key: string): Promise<void> {
  assertKey(key);
  await send(bucket, new DeleteObjectCommand({ Bucket: bucket.name, Key: key }), key);
}

/** In batches, because a request can name only so many keys. */
async function removeMany(bucket: Bucket, keys: readonly string[]): Promise<void> {
  for (const key of keys) assertKey(key);
  for (let index = 0; index < keys.length; index += DELETE_BATCH) {
    const Objects = keys.slice(index, index + DELETE_BATCH).map((Key) => ({ Key }));
    const command = new DeleteObjectsCommand({ Bucket: bucket.name, Delete: { Objects, Quiet: true } });
    const { Errors: [firstError] = [] } = await send(bucket, command);
    if (firstError)
      throw new StorageError(
        'UNAVAILABLE',
        `Not removed: ${firstError.Key} (${firstError.Code}) and others.`,
      );
  }
}

/** The keys with a prefix, page by page. */
async function list(bucket: Bucket, prefix: string, page: { cursor?: string; limit?: number }) {
  assertPrefix(prefix);
  const command = new ListObjectsV2Command({
    Bucket: bucket.name,
    Prefix: prefix,
    ContinuationToken: page.cursor,
    MaxKeys: Math.min(page.limit ?? PAGE_LENGTH, PAGE_LENGTH),
  });
  const { Contents = [], IsTruncated, NextContinuationToken } = await send(bucket, command);
  const keys = Contents.map(({ Key }) => Key).filter((key) => key !== undefined);
  return { keys, next: IsTruncated ? NextContinuationToken : undefined };
}

/** The bucket copies the object itself; to the same key, it would refuse. */
async function copy(bucket: Bucket, sourceKey: string, targetKey: string): Promise<void> {
  assertKey(sourceKey);
  assertKey(targetKey);
  if (sourceKey === targetKey) return;
  const CopySource = [bucket.name, ...sourceKey.split('/')].map(encodeURIComponent).join('/');
  const command = new CopyObjectCommand({ Bucket: bucket.name, Key: targetKey, CopySource });
  await send(bucket, command, sourceKey);
}

/** A signed URL that accepts only a file of this type, size and checksum. */
async function uploadTicket(bucket: Bucket, request: UploadTicketRequest) {
  const { key, content_type, size_bytes, checksum_sha256, expires_in_s } = request;
  assertKey(key);
  const signingDate = bucket.clock();
  const expires_at = ticketExpiry(signingDate, expires_in_s);
  const checksum = checksum_sha256 && Buffer.from(checksum_sha256, 'hex').toString('base64');
  const command = new PutObjectCommand({
    Bucket: bucket.name,
    Key: key,
    ContentType: content_type,
    ContentLength: size_bytes,
    ChecksumSHA256: checksum,
  });
  const url = await getSignedUrl(bucket.signer, command, {
    expiresIn: expires_in_s,
    signingDate,
    // If it were not signed, a client could send any type. As a query parameter, the checksum would have no effect.
    signableHeaders: new Set(['content-type', 'content-length']),
    unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
  });
  const headers: UploadTicket['headers'] = { 'Content-Type': content_type };
  if (checksum) headers['x-amz-checksum-sha256'] = checksum;
  return { url, headers, expires_at };
}

/** A signed URL that offers the object under a filename. */
async function downloadTicket(bucket: Bucket, request: DownloadTicketRequest) {
  const { key, filename, content_type, expires_in_s } = request;
  assertKey(key);
  const signingDate = bucket.clock();
  const expires_at = ticketExpiry(signingDate, expires_in_s);
  const command = new GetObjectCommand({
    Bucket: bucket.name,
    Key: key,
    ResponseContentType: content_type,
    ResponseContentDisposition: attachmentDisposition(filename),
    ResponseCacheControl: 'private',
  });
  const url = await getSignedUrl(bucket.signer, command, { expiresIn: expires_in_s, signingDate });
  return { url, expires_at };
}

/** Throws if the bucket does not respond in time. */
async function check(bucket: Bucket): Promise<void> {
  const command = new HeadBucketCommand({ Bucket: bucket.name });
  try {
    await send(bucket, command, '', Math.min(CHECK_DEADLINE_MS, bucket.deadline_ms));
  } catch (error) {
    throw new StorageError('UNAVAILABLE', 'The storage bucket does not respond.', { cause: error });
  }
}
