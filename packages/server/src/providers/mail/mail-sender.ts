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

/** Brings mails on their way. */
export interface MailSender {
  /** Returns where the mail went, for the log. Throws MailError. */
  send(mail: Mail): Promise<{ place: string }>;
}

/** A mail that could not be sent. */
export class MailError extends Error {
  /** True if a retry cannot help, because the address or the message was rejected. */
  readonly permanent: boolean;

  constructor(message: string, options: { permanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'MailError';
    this.permanent = options.permanent;
  }
}
