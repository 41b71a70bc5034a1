export { deleteMailsTo, enqueueMail, postMails } from './actions.ts';
export { type MailContent, mailContent, toSingleLine } from './content.ts';
