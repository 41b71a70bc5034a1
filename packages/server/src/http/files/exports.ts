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

interface Deps {
  /** Opens what a ticket of an export names; throws where the ticket is not good. */
  openExport: (ticket: string) => Promise<OpenedFile>;
  /** The same for the script of a run. */
  openScript: (ticket: string) => Promise<OpenedFile>;
  /** The picture that a ticket of a waveform names, as SVG. */
  openWaveform: (ticket: string) => Promise<string>;
  respondError: (res: Response, error: unknown) => void;
}

/** The signed links to what is made while it is read. They are their own credential. */
export function exportRoutes({ openExport, openScript, openWaveform, respondError }: Deps): Router {
  const router = Router();
  // Express serves HEAD with the same route.
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

function sendFile(open: Deps['openExport'], respondError: Deps['respondError']): RequestHandler {
  return async (req, res) => {
    try {
      const { filename, content_type, stream } = await open(String(req.params.ticket));
      // An error before the first byte gets a response; a later one ends the transfer.
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

/** A reader that leaves stops the work. This is not an internal error. */
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
