export { deleteMailsTo, enqueueMail, postMails } from './actions.ts';
export { MAIL_KINDS, type MailContent, type MailKind, mailContent, toSingleLine } from './content.ts';
export { buildStudioPage } from './studio-page.ts';
