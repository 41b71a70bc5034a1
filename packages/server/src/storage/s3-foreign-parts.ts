import { Readable } from 'node:stream';
import { AbortMultipartUploadCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { toBucketError } from './bucket-error.ts';
import type { ForeignPut, OpenBucket } from './s3-foreign.ts';

const PART_BYTES = 8 * 1024 * 1024;
/** A part may take as long as this many calls. */
const PART_DEADLINES = 5;

/**
 * Every part has its own checksum. The source sets the pace, so each part has its own deadline. After this ends, no part
 * is in transfer, and the parts of an incomplete file are deleted.
 */
export async function putPieces(
  { client, bucket, deadline_ms }: OpenBucket,
  key: string,
  { body, content_type, signal }: ForeignPut & { body: AsyncIterable<Buffer> },
): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), deadline_ms * PART_DEADLINES);
  const stop = AbortSignal.any([signal, late.signal]);
  const upload = new Upload({
    client: stoppable(client, { deadline_ms, signal: stop }),
    params: {
      Bucket: bucket,
      Key: key,
      Body: Readable.from(untilStopped(body, stop), { objectMode: false }),
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
 * The abort of the upload itself leaves its calls running. Here each call is aborted. Only the deletion of the parts has
 * its own deadline, and its failure hides no other error.
 */
function stoppable(
  client: S3Client,
  { deadline_ms, signal }: { deadline_ms: number; signal: AbortSignal },
): S3Client {
  const send = (command: Parameters<S3Client['send']>[0]): Promise<unknown> => {
    if (!(command instanceof AbortMultipartUploadCommand))
      return client.send(command, { abortSignal: signal });
    const abortSignal = AbortSignal.timeout(deadline_ms);
    return client.send(command, { abortSignal }).catch(() => ({}));
  };
  // The parts of the client that the upload uses.
  return { config: client.config, send } as unknown as S3Client;
}

/** The pieces of a source, which may hang, until the signal. */
async function* untilStopped(body: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  const reading = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await nextPiece(reading, signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    reading.return?.().catch(() => undefined);
  }
}

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
