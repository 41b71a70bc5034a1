export { deliverMail, postMail, postMails } from './actions.ts';
export { type MailContent, mailContent, oneLine } from './content.ts';
export { sweepMails } from './jobs.ts';
