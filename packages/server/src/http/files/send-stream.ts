import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends a stream as the body of a response, and always closes it. If the client left before the body began, a pipeline
 * alone would leave the stream open, and with it a file, a connection or the work of an export.
 */
export async function sendStream(res: Response, stream: Readable): Promise<void> {
  try {
    await pipeline(stream, res);
  } finally {
    stream.destroy();
  }
}
