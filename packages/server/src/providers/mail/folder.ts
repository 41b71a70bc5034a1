import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type MailSender, messageOf } from './mail-sender.ts';

/**
 * Writes every email to a folder, as a file that mail programs can open. For machines without a mail server.
 */
export function createFolderSender({ directory, from }: { directory: string; from: string }): MailSender {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail, from));
      if (!Buffer.isBuffer(message)) throw new Error('The message was not composed as one piece.');
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const place = join(directory, `${mail.id}.eml`);
      // The file is named after the email and renamed when complete, so that a retry replaces it.
      const temporaryFile = `${place}.${randomUUID()}`;
      await writeFile(temporaryFile, message, { mode: 0o600 });
      await rename(temporaryFile, place);
      return { place };
    },
  };
}
