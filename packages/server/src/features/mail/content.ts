import { escapeHtml } from '../../export/report/format.ts';
import type { Mail } from '../../providers/mail/index.ts';

/** Every kind of email. A test opens the links of each one. */
export const MAIL_KINDS = [
  'invite',
  'run_completed',
  'run_failed',
  'weekly_summary',
  'webhook_endpoint_disabled',
  'budget_reached',
  'schedule_failed',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** The content of an email and its recipient. */
export type MailContent = Omit<Mail, 'id' | 'written_at'>;

type MailLink = { label: string; url: string };

/** The visible parts of an email, with at most one action. */
export interface MailBody {
  subject: string;
  paragraphs: string[];
  action?: MailLink | undefined;
  /** The link that turns off this kind of email. */
  unsubscribe?: MailLink;
}

/** Creates plain text and HTML with the same content. Escapes all input. */
export function mailContent(to: string, body: MailBody): MailContent {
  const { subject, paragraphs, action, unsubscribe } = body;
  const links = [action, unsubscribe].filter((link) => link !== undefined);
  const text = [...paragraphs, ...links.map(({ label, url }) => `${label}:\n${url}`)].join('\n\n');
  const blocks = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`),
    ...links.map(({ label, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`),
  ];
  const html = `<!doctype html>\n<html lang="en">\n<body>\n${blocks.join('\n')}\n</body>\n</html>\n`;
  const content: MailContent = { to, subject: toSingleLine(subject), text: `${text}\n`, html };
  if (unsubscribe) content.unsubscribe_url = unsubscribe.url;
  return content;
}

/** Control characters and text direction marks. */
const UNSEEN = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** Customer text within a line. Removes characters that would end the line or change the text direction. */
export function toSingleLine(text: string): string {
  return text.replace(UNSEEN, ' ').trim();
}
