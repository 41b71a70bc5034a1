import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { BucketError, toBucketError } from './bucket-error.ts';

/** A bucket of a customer, and a key with write access to it. */
export interface ForeignPlace {
  endpoint: string;
  region: string;
  bucket: string;
  path_style: boolean;
  access_key_id: string;
  secret_access_key: string;
}

export interface ForeignPut {
  /** Pieces, if the file is too long to hold in memory. */
  body: Buffer | AsyncIterable<Buffer>;
  content_type: string;
  /** For a body in one piece: the bucket rejects other bytes. The parts of a long body have their own checksums. */
  sha256?: string;
  signal: AbortSignal;
}

export type ForeignBucket = ReturnType<typeof openForeignBucket>;

export interface ForeignOptions {
  /** Decides which addresses the client may connect to. */
  lookup: LookupFunction;
  /** The deadline of one call, without the time to transfer the bytes. */
  deadline_ms?: number;
  /** The number of attempts before a call fails. */
  attempts?: number;
}

const DEADLINE_MS = 20_000;
const MIN_BYTES_PER_MS = 100;
const ATTEMPTS = 3;
const MAX_RESPONSE_BYTES = 262_144;
const MAX_KEY_BYTES = 1_024;

/** Writes to a customer's bucket, and never reads from it. Errors are `BucketError`s. */
export function openForeignBucket(
  place: ForeignPlace,
  { lookup, deadline_ms = DEADLINE_MS, attempts = ATTEMPTS }: ForeignOptions,
) {
  const agent = { keepAlive: true, maxSockets: 8, lookup };
  const client = new S3Client({
    region: place.region,
    endpoint: place.endpoint,
    forcePathStyle: place.path_style,
    credentials: { accessKeyId: place.access_key_id, secretAccessKey: place.secret_access_key },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: deadline_ms,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  client.middlewareStack.add(
    (nextHandler) => async (args) => {
      const result = await nextHandler(args);
      const { response } = result as { response?: { body?: unknown } };
      if (response?.body instanceof Readable)
        response.body = Readable.from(limitLength(response.body), { objectMode: false });
      return result;
    },
    { step: 'deserialize', name: 'limitLength', priority: 'low' },
  );
  const openBucket = { client, bucket: place.bucket, deadline_ms };
  return {
    put: (key: string, content: ForeignPut) => put(openBucket, key, content),
    remove: (key: string, signal: AbortSignal) => remove(openBucket, key, signal),
    close: () => client.destroy(),
  };
}

/** A response from an untrusted server can be endless. */
async function* limitLength(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > MAX_RESPONSE_BYTES)
      throw new BucketError('strange', 'The response of the bucket is too long.');
    yield piece;
  }
}

/** A client, its bucket, and the deadline of one call. */
export type OpenBucket = { client: S3Client; bucket: string; deadline_ms: number };

/** Writes an object: at once if its content is in memory, else in pieces. */
async function put(openBucket: OpenBucket, key: string, content: ForeignPut): Promise<void> {
  if (Buffer.byteLength(key) > MAX_KEY_BYTES)
    throw new BucketError('name', `The name is longer than ${MAX_KEY_BYTES} bytes.`);
  const { body, signal } = content;
  if (!Buffer.isBuffer(body)) return putPieces(openBucket, key, { ...content, body });
  const input: PutObjectCommandInput = {
    Bucket: openBucket.bucket,
    Key: key,
    Body: body,
    ContentLength: body.length,
    ContentType: content.content_type,
  };
  if (content.sha256) input.ChecksumSHA256 = Buffer.from(content.sha256, 'hex').toString('base64');
  const command = new PutObjectCommand(input);
  const deadline_ms = openBucket.deadline_ms + body.length / MIN_BYTES_PER_MS;
  await within({ deadline_ms, signal }, (abortSignal) => openBucket.client.send(command, { abortSignal }));
}

/** Deleting a missing object is no error. */
async function remove(openBucket: OpenBucket, key: string, signal: AbortSignal): Promise<void> {
  const command = new DeleteObjectCommand({ Bucket: openBucket.bucket, Key: key });
  const { deadline_ms } = openBucket;
  await within({ deadline_ms, signal }, (abortSignal) => openBucket.client.send(command, { abortSignal }));
}

/** Sends a request that ends at the deadline, and translates its errors. */
async function within(
  { deadline_ms, signal }: { deadline_ms: number; signal: AbortSignal },
  send: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  try {
    await send(AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(deadline_ms))]));
  } catch (error) {
    throw toBucketError(error);
  }
}

const PART_BYTES = 8 * 1024 * 1024;
/** The deadline of a part, as a multiple of the deadline of a call. */
const PART_DEADLINES = 5;

/**
 * Uploads in parts, each with its own checksum. Each part has its own deadline, because the source sets the pace. When
 * this ends, no part is in transfer, and the parts of an incomplete file are deleted.
 */
export async function putPieces(
  { client, bucket, deadline_ms }: OpenBucket,
  key: string,
  { body, content_type, signal }: ForeignPut & { body: AsyncIterable<Buffer> },
): Promise<void> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadline_ms * PART_DEADLINES);
  const stop = AbortSignal.any([signal, deadline.signal]);
  const upload = new Upload({
    client: createStoppableClient(client, { deadline_ms, signal: stop }),
    params: {
      Bucket: bucket,
      Key: key,
      Body: Readable.from(readUntilStopped(body, stop), { objectMode: false }),
      ContentType: content_type,
      ChecksumAlgorithm: 'SHA256',
    },
    partSize: PART_BYTES,
    queueSize: 1,
    leavePartsOnError: false,
  });
  upload.on('httpUploadProgress', () => void timer.refresh());
  try {
    await upload.done();
  } catch (error) {
    throw toBucketError(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A client whose calls stop with `signal`: an abort of the upload itself would leave them running. Only the deletion of
 * parts has its own deadline instead, and its errors are ignored so that they do not hide the original error.
 */
function createStoppableClient(
  client: S3Client,
  { deadline_ms, signal }: { deadline_ms: number; signal: AbortSignal },
): S3Client {
  const send = (command: Parameters<S3Client['send']>[0]): Promise<unknown> => {
    if (!(command instanceof AbortMultipartUploadCommand))
      return client.send(command, { abortSignal: signal });
    const abortSignal = AbortSignal.timeout(deadline_ms);
    return client.send(command, { abortSignal }).catch(() => ({}));
  };
  // The upload uses only these members of the client.
  return { config: client.config, send } as unknown as S3Client;
}

/** The pieces of a source. Rejects with the signal's reason when it aborts, even while the source hangs. */
async function* readUntilStopped(body: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  const reading = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const piece = await nextPiece(reading, signal);
      if (piece.done) return;
      yield piece.value;
    }
  } finally {
    reading.return?.().catch(() => undefined);
  }
}

/** The next piece of the content; rejects as soon as the signal aborts. */
function nextPiece(reading: AsyncIterator<Buffer>, signal: AbortSignal): Promise<IteratorResult<Buffer>> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    reading
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
