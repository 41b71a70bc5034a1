export { postMail, postMails } from './actions.ts';
export { type MailContent, mailContent, oneLine } from './content.ts';
