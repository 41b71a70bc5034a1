import { type MailContent, mailContent } from '../mail/index.ts';

export interface InviteMail {
  to: string;
  workspace: string;
  /** Undefined if the name is unknown. */
  inviter: string | undefined;
  role: string;
  expires_at: Date;
  token: string;
  /** The URL of the user interface; undefined if there is only the API. */
  app_url: string | undefined;
  base_url: string;
}

/** The only place that contains the token of an invite. */
export function inviteMail(invite: InviteMail): MailContent {
  const workspace = oneLine(invite.workspace);
  const inviter = oneLine(invite.inviter ?? 'Somebody');
  const until = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
    invite.expires_at,
  );
  const link = invite.app_url === undefined ? undefined : `${invite.app_url}/invites/${invite.token}`;
  const paragraphs = [
    `${inviter} invites you to the workspace "${workspace}" on Voiceloom, as ${article(invite.role)} ${invite.role}.`,
    ...(link === undefined ? callOfTheApi(invite) : []),
    `The invitation is for ${invite.to} and is valid until ${until}. If you did not expect it, you can ignore it.`,
  ];
  const subject = `Invitation to ${workspace}`;
  const action = link === undefined ? {} : { action: { label: 'Accept the invitation', url: link } };
  return mailContent(invite.to, { subject, paragraphs, ...action });
}

function callOfTheApi({ base_url, token }: InviteMail): string[] {
  return [
    `To accept, send this request with your own token:\nPOST ${base_url}/api/v1/workspaces/invites/${token}/accept`,
  ];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function article(role: string): string {
  return /^[aeiou]/.test(role) ? 'an' : 'a';
}
