/** One mail to one person. */
export interface Mail {
  /** Stays the same over every try, and is the Message-ID: who gets a mail twice can tell. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where a POST turns mails of this kind off for the recipient. */
  unsubscribe_url?: string;
  written_at: Date;
}

/** Brings mails on their way. */
export interface MailSender {
  /** Answers where the mail went, for the log. Throws MailError. */
  send(mail: Mail): Promise<{ place: string }>;
}

/** A mail that did not get out. */
export class MailError extends Error {
  /** True when another try cannot help: the address or the message was refused. */
  readonly permanent: boolean;

  constructor(message: string, options: { permanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'MailError';
    this.permanent = options.permanent;
  }
}
