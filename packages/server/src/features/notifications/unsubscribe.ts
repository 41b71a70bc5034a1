import { z } from 'zod';
import type { App } from '../../app.ts';
import { notFound } from '../../errors.ts';
import { readTicket, signTicket } from '../../storage/index.ts';
import { changePreferences } from '../users/index.ts';

const PURPOSE = 'unsubscribe';
/** Links are valid for a year, because people keep old emails. */
const LINK_LIFETIME_MS = 365 * 86_400_000;

/** The name of the emails of each preference. */
const MAILS = {
  completed_generation_email: 'emails about completed runs',
  failed_generation_email: 'emails about failed runs',
  weekly_usage_summary_email: 'weekly usage summaries',
} as const;

export type MailPreference = keyof typeof MAILS;

const Claims = z.object({
  user_id: z.string(),
  preference: z.enum(Object.keys(MAILS) as [MailPreference, ...MailPreference[]]),
});

/** The unsubscribe link of an email. It works without a login, and can only turn off one preference of one user. */
export function unsubscribeLink(
  { signingSecret, baseUrl }: Pick<App, 'signingSecret' | 'baseUrl'>,
  { user_id, preference, now }: { user_id: string; preference: MailPreference; now: Date },
): { label: string; url: string } {
  const expires_at = new Date(now.getTime() + LINK_LIFETIME_MS);
  const ticket = signTicket({ purpose: PURPOSE, expires_at, claims: { user_id, preference } }, signingSecret);
  const base = baseUrl().replace(/(?<!\/)\/+$/, '');
  return { label: `Turn off ${MAILS[preference]}`, url: `${base}/notifications/unsubscribe/${ticket}` };
}

type TicketApp = Pick<App, 'signingSecret' | 'clock'>;

/** What the link in a mail is for. Throws if it is forged or expired. */
function readClaims({ signingSecret, clock }: TicketApp, ticket: string): z.infer<typeof Claims> {
  const reading = readTicket(ticket, { purpose: PURPOSE, secret: signingSecret, now: clock() });
  if (!reading.ok) throw notFound('link');
  return Claims.parse(reading.claims);
}

/** Describes what a link would turn off. It changes nothing, because mail scanners open every link. */
export function describeUnsubscribe(app: TicketApp, ticket: string): { mails: string } {
  return { mails: MAILS[readClaims(app, ticket).preference] };
}

/** Idempotent. */
export async function unsubscribe(
  app: TicketApp & Pick<App, 'db'>,
  ticket: string,
): Promise<{ mails: string }> {
  const { user_id, preference } = readClaims(app, ticket);
  await changePreferences(app.db, { userId: user_id, changes: { [preference]: false }, now: app.clock() });
  return { mails: MAILS[preference] };
}
