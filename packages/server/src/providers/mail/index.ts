import { createFolderSender } from './folder.ts';
import type { MailSender } from './mail-sender.ts';
import { createSmtpSender } from './smtp.ts';

export { type Mail, MailError, type MailSender } from './mail-sender.ts';

/** Where emails are sent. */
export type MailSettings =
  | { kind: 'folder'; directory: string; from: string }
  | { kind: 'smtp'; url: string; from: string };

export function createMailSender(settings: MailSettings): MailSender {
  return settings.kind === 'smtp' ? createSmtpSender(settings) : createFolderSender(settings);
}
