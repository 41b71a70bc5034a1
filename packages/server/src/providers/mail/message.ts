import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail-sender.ts';

/** The message of a mail, the same for every try and every adapter. */
export function messageOf(mail: Mail, from: string): SendMailOptions {
  return {
    from,
    // An object is used as it is; a text would be parsed as a list of addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.written_at,
    messageId: `<${mail.id}@${domainOf(from)}>`,
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

function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
