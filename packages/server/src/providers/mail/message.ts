import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail-sender.ts';

/** The message of a mail, the same for every try and every adapter. */
export function messageOf(mail: Mail, from: string): SendMailOptions {
  return {
    from,
    // An object is taken as it is; a text would be read as a list of addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.written_at,
    messageId: `<${mail.id}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
