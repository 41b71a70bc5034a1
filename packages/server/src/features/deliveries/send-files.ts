import { createHash } from 'node:crypto';
import pMap from 'p-map';
import type { App } from '../../app.ts';
import { type ExportFile, type ExportInput, listFiles } from '../../export/files.ts';
import { readAhead } from '../../export/read-ahead.ts';
import { BucketError, type ForeignBucket, getContentType, isStorageError } from '../../storage/index.ts';
import { type DeliveryChanges, type DeliveryRow, reportDelivery } from './queries.ts';

export type PushApp = Pick<App, 'db' | 'clock' | 'config' | 'log' | 'queue' | 'secrets' | 'storage'>;

/** An attempt's claim on a delivery, with the delivery as it was when the attempt began. */
export interface Claim {
  row: DeliveryRow;
  id: string;
  claim_id: string;
}

/** An error that another attempt would repeat, so the delivery stops. */
export class FinalError extends Error {}

/** Stores the progress of an attempt. Throws if another attempt has taken over. */
export async function report(
  { db, clock }: Pick<PushApp, 'db' | 'clock'>,
  claim: Claim,
  changes: DeliveryChanges,
): Promise<DeliveryRow> {
  const row = await reportDelivery(db, claim, { ...changes, updated_at: clock() });
  if (row === undefined)
    throw new FinalError('Another attempt is delivering the files, or the delivery has ended.');
  return row;
}

/** The number of files between two progress reports, and the maximum number of concurrent uploads. */
const BATCH_FILES = 16;
const MAX_CONCURRENT_FILES = 4;
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
const MAX_FAILURES = 100;

interface Sending {
  claim: Claim;
  input: ExportInput;
  bucket: ForeignBucket;
  prefix: string;
  signal: AbortSignal;
}

/**
 * Sends the files after the delivery's position in batches. The position advances after each complete batch. After a
 * crash, only a few files are sent again, with the same names. Their bytes are the same, except for the report, which
 * shows newer decisions.
 */
export async function sendFiles(app: PushApp, sending: Sending): Promise<void> {
  let row = sending.claim.row;
  const sentCount = row.position;
  let index = 0;
  let batch: ExportFile[] = [];
  const finishBatch = async () => {
    const results = await sendBatch(sending, batch);
    const failures: DeliveryRow['failures'] = [];
    for (const { file, error } of results) if (error !== undefined) failures.push({ file, error });
    row = await report(app, sending.claim, {
      position: row.position + batch.length,
      size_bytes: row.size_bytes + results.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
      files_failed: row.files_failed + failures.length,
      failures: JSON.stringify([...row.failures, ...failures].slice(0, MAX_FAILURES)),
      attempts: 0,
      error: null,
    });
    batch = [];
  };
  for await (const file of listFiles(sending.input)) {
    index += 1;
    if (index <= sentCount) continue;
    batch.push(file);
    if (batch.length === BATCH_FILES) await finishBatch();
  }
  if (batch.length > 0) await finishBatch();
}

/** Ends only when no file is in transfer anymore, even with an error. */
async function sendBatch(sending: Sending, batch: readonly ExportFile[]): Promise<Sent[]> {
  const stop = new AbortController();
  const signal = AbortSignal.any([sending.signal, stop.signal]);
  const errors: unknown[] = [];
  const send = async (file: ExportFile): Promise<Sent | undefined> => {
    try {
      return await sendFile({ ...sending, signal }, file);
    } catch (error) {
      errors.push(error);
      stop.abort();
      return undefined;
    }
  };
  const results = await pMap(batch, send, { concurrency: MAX_CONCURRENT_FILES });
  if (errors.length > 0) throw errors[0];
  return results.filter((result) => result !== undefined);
}

interface Sent {
  file: string;
  size_bytes: number;
  /** Why this file could not be sent. The other files are not affected. */
  error?: string;
}

/** Sends one file. An error of the file or its name is part of the result; an error of the bucket is thrown. */
async function sendFile({ bucket, prefix, signal }: Sending, file: ExportFile): Promise<Sent> {
  signal.throwIfAborted();
  const key = prefix === '' ? file.name : `${prefix}/${file.name}`;
  const failSending = (error: string): Sent => ({ file: file.name, size_bytes: 0, error });
  const content = await openFile(file);
  if (typeof content === 'string') return failSending(content);
  try {
    return { file: file.name, size_bytes: await putContent({ bucket, key, signal }, file, content) };
  } catch (error) {
    if (error instanceof FileError) return failSending(error.message);
    if (!(error instanceof BucketError)) throw error;
    // The error of a file that broke off its upload.
    if (error.cause instanceof FileError) return failSending(error.cause.message);
    if (error.code !== 'name') throw error;
    // The bucket does not accept the name of this file.
    return failSending(error.message);
  } finally {
    content.close();
  }
}

interface OpenFile {
  body: Buffer | AsyncIterable<Buffer>;
  close: () => void;
}

/** The content of a file, or a message that states why it is missing. */
async function openFile(file: ExportFile): Promise<OpenFile | string> {
  if (file.item === null) {
    const pieces = file.pieces();
    return {
      body: await readAhead(pieces, MAX_BUFFERED_BYTES),
      close: () => void pieces.return(undefined).catch(() => {}),
    };
  }
  try {
    const audio = await file.openAudio();
    return { body: await readAhead(audio, MAX_BUFFERED_BYTES), close: () => audio.destroy() };
  } catch (error) {
    if (isStorageError(error, 'NOT_FOUND')) return 'The audio of the line is no longer stored.';
    throw error;
  }
}

/** Sends a file with its checksum, so that the bucket rejects changed bytes. */
async function putContent(
  target: { bucket: ForeignBucket; key: string; signal: AbortSignal },
  { name, item }: ExportFile,
  { body }: OpenFile,
): Promise<number> {
  const { bucket, key, signal } = target;
  const content_type = getContentType(name);
  const hash = createHash('sha256');
  if (Buffer.isBuffer(body)) {
    const sha256 = hash.update(body).digest('hex');
    assertWhole(sha256, item);
    await bucket.put(key, { body, content_type, sha256, signal });
    return body.length;
  }
  let size_bytes = 0;
  const checkedPieces = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of body) {
      hash.update(piece);
      size_bytes += piece.length;
      yield piece;
    }
    // Checks the content before the upload ends, so that an error aborts it.
    assertWhole(hash.digest('hex'), item);
  };
  await bucket.put(key, { body: checkedPieces(), content_type, signal });
  return size_bytes;
}

/** An error that concerns one file only. */
class FileError extends Error {}

/** Throws if the bytes that were sent are not those that were stored for the line. */
function assertWhole(sha256: string, item: ExportFile['item']): void {
  if (item?.sha256 !== undefined && item.sha256 !== sha256)
    throw new FileError('The stored audio of the line does not match its SHA-256.');
}
