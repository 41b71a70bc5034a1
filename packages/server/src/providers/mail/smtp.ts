import { createTransport } from 'nodemailer';
import { MailError, type MailSender, messageOf } from './mail-sender.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Sends emails to an SMTP server, each over its own connection. Credentials require TLS, except on loopback. */
export function createSmtpSender({ url, from }: { url: string; from: string }): MailSender {
  const { username, hostname } = new URL(url);
  const transport = createTransport({
    url,
    ...(username !== '' && !LOOPBACK.has(hostname) && { requireTLS: true }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  return {
    async send(mail) {
      try {
        const { response } = await transport.sendMail(messageOf(mail, from));
        return { place: response };
      } catch (error) {
        // A 5xx about the address or the message is final. A failed login is a configuration error, so the email is retried.
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
        const isRejected = code === 'EENVELOPE' || code === 'EMESSAGE';
        const permanent = isRejected && typeof responseCode === 'number' && responseCode >= 500;
        const message = error instanceof Error ? error.message : 'The email was not sent.';
        throw new MailError(message, { permanent, cause: error });
      }
    },
  };
}
