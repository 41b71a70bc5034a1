import type { SendMailOptions } from 'nodemailer';

/** One email to one person. */
export interface Mail {
  /** Part of the Message-ID, which is the same for every attempt, so that mail programs can recognize duplicates. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A POST to this URL unsubscribes the recipient. */
  unsubscribe_url?: string;
  written_at: Date;
}

export interface MailSender {
  /** Returns where the email went, for the log. Throws MailError. */
  send(mail: Mail): Promise<{ place: string }>;
}

export class MailError extends Error {
  /** True if a retry cannot help, because the address or the message was rejected. */
  readonly permanent: boolean;

  constructor(message: string, options: { permanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'MailError';
    this.permanent = options.permanent;
  }
}

/** The message of an email, which is the same for every attempt and every adapter. */
export function messageOf(mail: Mail, sender: string): SendMailOptions {
  const headers: Record<string, string> = { 'Auto-Submitted': 'auto-generated' };
  // The headers of RFC 2369 and, for https URLs, of one-click unsubscription (RFC 8058).
  const url = mail.unsubscribe_url;
  if (url !== undefined) headers['List-Unsubscribe'] = `<${url}>`;
  if (url?.startsWith('https:')) headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click';
  return {
    from: sender,
    // An object is used unchanged. A string would be parsed as a list of addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.written_at,
    messageId: `<${mail.id}@${/@([A-Za-z0-9.-]+)>?\s*$/.exec(sender)?.[1] ?? 'localhost'}>`,
    headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
