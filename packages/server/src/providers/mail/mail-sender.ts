import type { SendMailOptions } from 'nodemailer';

/** One mail to one person. */
export interface Mail {
  /** The Message-ID, the same for every attempt, so that duplicates can be recognized. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The URL that unsubscribes the recipient with a POST. */
  unsubscribe_url?: string;
  written_at: Date;
}

/** Sends emails. */
export interface MailSender {
  /** Returns where the email went, for the log. Throws MailError. */
  send(mail: Mail): Promise<{ place: string }>;
}

/** An email that could not be sent. */
export class MailError extends Error {
  /** True if a retry cannot help, because the address or the message was rejected. */
  readonly permanent: boolean;

  constructor(message: string, options: { permanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'MailError';
    this.permanent = options.permanent;
  }
}

/** The message of an email, the same for every attempt and every adapter. */
export function messageOf(mail: Mail, from: string): SendMailOptions {
  return {
    from,
    // An object is used as it is; a text would be parsed as a list of addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.written_at,
    messageId: `<${mail.id}@${/@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The headers of RFC 2369, and RFC 8058 for one-click unsubscription, which requires https. */
function unsubscribeHeaders({ unsubscribe_url: url }: Mail): Record<string, string> {
  if (url === undefined) return {};
  const headers = { 'List-Unsubscribe': `<${url}>` };
  return url.startsWith('https:')
    ? { ...headers, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : headers;
}
