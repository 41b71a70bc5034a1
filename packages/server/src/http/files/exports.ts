import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type RequestHandler, type Response, Router } from 'express';
import { attachmentDisposition } from '../../storage/index.ts';

interface OpenedFile {
  filename: string;
  content_type: string;
  /** What is made while it is read; destroying it stops the work. */
  stream: Readable;
}

interface Door {
  /** Opens what a ticket of an export names; throws where the ticket is not good. */
  openExport: (ticket: string) => Promise<OpenedFile>;
  /** The same for the script of a run. */
  openScript: (ticket: string) => Promise<OpenedFile>;
  /** The picture that a ticket of a waveform names, as SVG. */
  openWaveform: (ticket: string) => Promise<string>;
  respondError: (res: Response, error: unknown) => void;
}

/** The signed links to what is made while it is read. They are their own credential. */
export function exportRoutes({ openExport, openScript, openWaveform, respondError }: Door): Router {
  const router = Router();
  // Express answers HEAD by the same route.
  router.get('/exports/:ticket', sendFile(openExport, respondError));
  router.get('/scripts/:ticket', sendFile(openScript, respondError));
  router.get('/waveforms/:ticket', async (req, res) => {
    try {
      const svg = await openWaveform(String(req.params.ticket));
      res.set({
        'Cache-Control': 'private, max-age=600',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
      });
      res.type('image/svg+xml').send(svg);
    } catch (error) {
      respondError(res, error);
    }
  });
  return router;
}

function sendFile(open: Door['openExport'], respondError: Door['respondError']): RequestHandler {
  return async (req, res) => {
    try {
      const { filename, content_type, stream } = await open(String(req.params.ticket));
      // What fails before the first byte can still be answered; later the transfer breaks off.
      if (req.method !== 'HEAD') await once(stream, 'readable');
      res.set({
        'Cache-Control': 'private, no-store',
        'Content-Disposition': attachmentDisposition(filename),
        'X-Content-Type-Options': 'nosniff',
      });
      res.setHeader('Content-Type', content_type);
      await send(req.method, res, stream);
    } catch (error) {
      respondError(res, error);
    }
  };
}

/** A reader that leaves stops the work, and is no fault of ours. */
async function send(method: string, res: Response, stream: Readable): Promise<void> {
  if (method === 'HEAD') {
    stream.destroy();
    res.end();
    return;
  }
  let gone = res.closed;
  res.once('close', () => {
    gone = !res.writableFinished;
  });
  try {
    await pipeline(stream, res);
  } catch (error) {
    if (!gone) throw error;
  }
}
