import { type Response, Router } from 'express';

interface Deps {
  /** What a ticket would turn off; throws where the ticket is not good. */
  openUnsubscribe: (ticket: string) => { mails: string };
  /** Turns it off. */
  unsubscribe: (ticket: string) => Promise<{ mails: string }>;
  respondError: (res: Response, error: unknown) => void;
}

/** The page holds one form, which goes to its own address, and nothing else. */
const PAGE_POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const PATH = '/notifications/unsubscribe/:ticket';

/**
 * The signed links that turn mails off: a page with a button for people, one POST for mail programs (RFC 8058). What
 * the POST carries is not read; the ticket says it all.
 */
export function unsubscribeRoutes({ openUnsubscribe, unsubscribe, respondError }: Deps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(PATH, (req, res) => {
    try {
      const { mails } = openUnsubscribe(String(req.params.ticket));
      const button = '<form method="post"><button type="submit">Turn them off</button></form>';
      sendPage(res, `<p>Do you want to stop receiving ${mails}?</p>\n${button}`);
    } catch (error) {
      respondError(res, error);
    }
  });
  router.post(PATH, async (req, res) => {
    try {
      const { mails } = await unsubscribe(String(req.params.ticket));
      sendPage(
        res,
        `<p>You no longer receive ${mails}. You can turn them on again in your notification preferences.</p>`,
      );
    } catch (error) {
      respondError(res, error);
    }
  });
  return router;
}

/** What goes into the page is ours alone. */
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
