/** What a mail says, to whom. */
export interface MailContent {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The parts of a mail that people read: paragraphs, and at most one thing to do. */
export interface MailBody {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
}

/** Plain text and HTML of the same words. Everything that comes in is text, and is escaped. */
export function mailContent(to: string, { subject, paragraphs, action }: MailBody): MailContent {
  const text = [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : [])].join('\n\n');
  const blocks = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`);
  if (action) blocks.push(`<p><a href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>`);
  const title = subject.replace(/\s+/g, ' ').trim();
  const html = `<!doctype html>\n<html lang="en">\n<body>\n${blocks.join('\n')}\n</body>\n</html>\n`;
  return { to, subject: title, text: `${text}\n`, html };
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
