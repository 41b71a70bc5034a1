/** The content of a mail and its recipient. */
export interface MailContent {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where the recipient unsubscribes from mails of this kind; undefined if that is not possible. */
  unsubscribe_url?: string;
}

interface MailLink {
  label: string;
  url: string;
}

/** The parts of a mail that people read: paragraphs, and at most one thing to do. */
export interface MailBody {
  subject: string;
  paragraphs: string[];
  action?: MailLink;
  /** The way to no more mails of this kind. */
  unsubscribe?: MailLink;
}

/** Plain text and HTML of the same words. Everything that comes in is text, and is escaped. */
export function mailContent(to: string, body: MailBody): MailContent {
  const { subject, paragraphs, action, unsubscribe } = body;
  const links = [action, unsubscribe].filter((link) => link !== undefined);
  const text = [...paragraphs, ...links.map(({ label, url }) => `${label}:\n${url}`)].join('\n\n');
  const blocks = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`),
    ...links.map(({ label, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`),
  ];
  const html = `<!doctype html>\n<html lang="en">\n<body>\n${blocks.join('\n')}\n</body>\n</html>\n`;
  const content = { to, subject: oneLine(subject), text: `${text}\n`, html };
  return unsubscribe ? { ...content, unsubscribe_url: unsubscribe.url } : content;
}

/** Control characters, and those that turn the direction of what follows them. */
const UNSEEN = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** Text of customers as a part of a line: it can neither end the line nor turn it around. */
export function oneLine(text: string): string {
  return text.replace(UNSEEN, ' ').trim();
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
