import { once } from 'node:events';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { App } from '../../app.ts';
import { describeUnsubscribe, unsubscribe } from '../../features/notifications/index.ts';
import { type OpenedExport, openExport, openScript, openWaveform } from '../../features/runs/index.ts';
import { attachmentDisposition } from '../../storage/index.ts';
import type { RespondError } from '../errors.ts';
import { sendStream } from './send-stream.ts';

export const UNSUBSCRIBE_PATH = '/notifications/unsubscribe/:ticket';

/**
 * Signed links, which are their own credential: for content that is created while it is read, and for emails.
 * Unsubscribing has a page with a button for people, and a POST for mail programs (RFC 8058). The body of the POST is
 * ignored, because the ticket contains everything.
 */
export function signedLinkRoutes(app: App, respondError: RespondError): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const handleTicket =
    (respond: (ticket: string, req: Request, res: Response) => Promise<void> | void): RequestHandler =>
    async (req, res) => {
      try {
        await respond(String(req.params.ticket), req, res);
      } catch (error) {
        respondError(res, error);
      }
    };
  // Express also uses these routes for HEAD.
  const exported = handleTicket(async (ticket, req, res) =>
    sendFile(req, res, await openExport(app, ticket)),
  );
  const script = handleTicket(async (ticket, req, res) => sendFile(req, res, await openScript(app, ticket)));
  router.get('/exports/:ticket', exported);
  router.get('/scripts/:ticket', script);
  router.get(
    '/waveforms/:ticket',
    handleTicket(async (ticket, _req, res) => {
      const svg = await openWaveform(app, ticket);
      res.set({
        'Cache-Control': 'private, max-age=600',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
      });
      res.type('image/svg+xml').send(svg);
    }),
  );
  router.get(
    UNSUBSCRIBE_PATH,
    handleTicket((ticket, _req, res) => {
      const { mails } = describeUnsubscribe(app, ticket);
      const button = '<form method="post"><button type="submit">Turn them off</button></form>';
      sendPage(res, `<p>Do you want to stop receiving ${mails}?</p>\n${button}`);
    }),
  );
  router.post(
    UNSUBSCRIBE_PATH,
    handleTicket(async (ticket, _req, res) => {
      const { mails } = await unsubscribe(app, ticket);
      const again = 'You can turn them on again in your notification preferences.';
      sendPage(res, `<p>You no longer receive ${mails}. ${again}</p>`);
    }),
  );
  return router;
}

/** Sends a file that is created while it is sent. */
async function sendFile(req: Request, res: Response, file: OpenedExport): Promise<void> {
  const { filename, content_type, stream } = file;
  // An error before the first byte gets an error response. A later error ends the transfer.
  if (req.method !== 'HEAD') await once(stream, 'readable');
  res.set({
    'Cache-Control': 'private, no-store',
    'Content-Disposition': attachmentDisposition(filename),
    'X-Content-Type-Options': 'nosniff',
  });
  res.setHeader('Content-Type', content_type);
  if (req.method === 'HEAD') {
    stream.destroy();
    res.end();
    return;
  }
  // If the reader disconnects, creating the file stops. This is not an internal error.
  let isDisconnected = res.closed;
  res.once('close', () => {
    isDisconnected = !res.writableFinished;
  });
  try {
    await sendStream(res, stream);
  } catch (error) {
    if (!isDisconnected) throw error;
  }
}

/** The page may only submit its form, and only to its own URL. */
const PAGE_POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The body must contain only our own text. */
function sendPage(res: Response, body: string): void {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Security-Policy', PAGE_POLICY);
  res.type('html').send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Voiceloom emails</title>
</head>
<body>
${body}
</body>
</html>
`);
}
