import { createHash } from 'node:crypto';
import pMap from 'p-map';
import type { App } from '../../app.ts';
import { type ExportFile, type ExportInput, listFiles } from '../../export/files.ts';
import { readAhead } from '../../export/read-ahead.ts';
import { BucketError, contentTypeOf, type ForeignBucket, isStorageError } from '../../storage/index.ts';
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
const FILES_AT_ONCE = 4;
const WHOLE_FILE_BYTES = 8 * 1024 * 1024;
const MOST_FAILURES = 100;

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
  let at = 0;
  let batch: ExportFile[] = [];
  const finishBatch = async () => {
    const results = await sendBatch(sending, batch);
    const failures = results.flatMap(({ file, error }) => (error === undefined ? [] : [{ file, error }]));
    row = await report(app, sending.claim, {
      position: row.position + batch.length,
      size_bytes: row.size_bytes + results.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
      files_failed: row.files_failed + failures.length,
      failures: JSON.stringify([...row.failures, ...failures].slice(0, MOST_FAILURES)),
      attempts: 0,
      error: null,
    });
    batch = [];
  };
  for await (const file of listFiles(sending.input)) {
    if (at++ < sentCount) continue;
    batch.push(file);
    if (batch.length === BATCH_FILES) await finishBatch();
  }
  if (batch.length > 0) await finishBatch();
}

/** Ends only when no file is in transfer anymore, even with an error. */
async function sendBatch(sending: Sending, batch: readonly ExportFile[]): Promise<Sent[]> {
  const stop = new AbortController();
  const signal = AbortSignal.any([sending.signal, stop.signal]);
  const faults: unknown[] = [];
  const send = async (file: ExportFile): Promise<Sent | undefined> => {
    try {
      return await sendFile({ ...sending, signal }, file);
    } catch (error) {
      faults.push(error);
      stop.abort();
      return undefined;
    }
  };
  const results = await pMap(batch, send, { concurrency: FILES_AT_ONCE });
  if (faults.length > 0) throw faults[0];
  return results.filter((result) => result !== undefined);
}

interface Sent {
  file: string;
  size_bytes: number;
  /** Why this file could not be sent. The other files are not affected. */
  error?: string;
}

async function sendFile({ bucket, prefix, signal }: Sending, file: ExportFile): Promise<Sent> {
  signal.throwIfAborted();
  const key = prefix === '' ? file.name : `${prefix}/${file.name}`;
  const failed = (error: string): Sent => ({ file: file.name, size_bytes: 0, error });
  const content = await openFile(file);
  if (typeof content === 'string') return failed(content);
  try {
    return { file: file.name, size_bytes: await putContent({ bucket, key, signal }, file, content) };
  } catch (error) {
    const fault = fileErrorMessage(error);
    if (fault === undefined) throw error;
    return failed(fault);
  } finally {
    content.close();
  }
}

interface Opened {
  body: Buffer | AsyncIterable<Buffer>;
  close: () => void;
}

/** The content of a file, or a message that states why it is missing. */
async function openFile(file: ExportFile): Promise<Opened | string> {
  if (file.item === null) {
    const pieces = file.pieces();
    return {
      body: await readAhead(pieces, WHOLE_FILE_BYTES),
      close: () => void pieces.return(undefined).catch(() => {}),
    };
  }
  try {
    const audio = await file.openAudio();
    return { body: await readAhead(audio, WHOLE_FILE_BYTES), close: () => audio.destroy() };
  } catch (error) {
    if (isStorageError(error, 'NOT_FOUND')) return 'The audio of the line is no longer stored.';
    throw error;
  }
}

type Place = Pick<Sending, 'bucket' | 'signal'> & { key: string };

/** Sends a file with its checksum, so that the bucket rejects changed bytes. */
async function putContent(
  { bucket, key, signal }: Place,
  { name, item }: ExportFile,
  { body }: Opened,
): Promise<number> {
  const content_type = contentTypeOf(name);
  const meter = { hash: createHash('sha256'), size_bytes: 0 };
  if (Buffer.isBuffer(body)) {
    const sha256 = meter.hash.update(body).digest('hex');
    assertWhole(sha256, item);
    await bucket.put(key, { body, content_type, sha256, signal });
    return body.length;
  }
  const measured = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of body) {
      meter.hash.update(piece);
      meter.size_bytes += piece.length;
      yield piece;
    }
    // Checks the content before the upload ends, so that an error aborts it.
    assertWhole(meter.hash.digest('hex'), item);
  };
  await bucket.put(key, { body: measured(), content_type, signal });
  return meter.size_bytes;
}

/** An error that concerns one file only. */
class FileError extends Error {}

function assertWhole(sha256: string, item: ExportFile['item']): void {
  if (item?.sha256 !== undefined && item.sha256 !== sha256)
    throw new FileError('The stored audio of the line does not match its SHA-256.');
}

function fileErrorMessage(error: unknown): string | undefined {
  if (error instanceof FileError) return error.message;
  if (!(error instanceof BucketError)) return undefined;
  if (error.cause instanceof FileError) return error.cause.message;
  return error.fault === 'name' ? error.message : undefined;
}
