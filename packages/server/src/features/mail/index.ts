export { deliverMail, postMail } from './actions.ts';
export { type MailContent, mailContent } from './content.ts';
export { sweepMails } from './jobs.ts';
