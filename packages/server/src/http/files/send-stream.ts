import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends a stream as the body of a response, and always closes it. If the client disconnects before the body begins, a
 * pipeline would not close the stream, and a file, a connection or an export would stay open.
 */
export async function sendStream(res: Response, stream: Readable): Promise<void> {
  try {
    await pipeline(stream, res);
  } finally {
    stream.destroy();
  }
}
