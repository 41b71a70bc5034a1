import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReceivedInvite } from '@voiceloom/sdk';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { chooseWorkspace, client, isInviteGone, isUnknownAddress, queries } from '../../api/client.ts';
import { when } from '../../format/format.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { changeAccount, signInKind } from '../../session/session.ts';
import { text } from '../../text/en.ts';
import './invite.css';

const words = text.invite;

/** The page of the link in an invitation email. */
export function InviteScreen() {
  const { token } = useParams({ from: '/invites/$token' });
  const invite = useQuery({ queryKey: ['invite', token], queryFn: () => client.members.getInvite(token) });
  if (isUnknownAddress(invite.error)) return <Ended title={words.unknownTitle}>{words.unknown}</Ended>;
  if (isInviteGone(invite.error)) return <Ended title={words.ended}>{words.deleted}</Ended>;
  return <Loaded query={invite}>{(data) => <Invitation invite={data} token={token} />}</Loaded>;
}

function Invitation({ invite, token }: { invite: ReceivedInvite; token: string }) {
  const navigate = useNavigate();
  const open = async () => {
    await navigate({ to: '/' });
    chooseWorkspace(invite.workspace_id);
  };
  const accept = useMutation({
    mutationFn: async () => await client.members.acceptInvite(token),
    onSuccess: open,
    // The reason can be that the invite has changed since the page was opened.
    onError: () => queries.invalidateQueries({ queryKey: ['invite', token] }),
  });
  const decline = useMutation({
    mutationFn: async () => await client.members.declineInvite(token),
    // Shows that it was declined, or what happened to it meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: ['invite', token] }),
  });
  const { workspace_name, inviter_name, email, role, status, expires_at, caller_email } = invite;
  if (invite.is_member)
    return (
      <section className="card invite">
        <h1 dir="auto">{workspace_name}</h1>
        <p>{words.member}</p>
        <Button className="button primary" onPress={() => void open()}>
          {words.open}
        </Button>
      </section>
    );
  if (status !== 'pending') {
    if (status === 'declined') return <Ended title={words.declinedTitle}>{words.declined}</Ended>;
    const reason = status === 'expired' ? words.expired(when(expires_at)) : words[status];
    return (
      <Ended title={words.ended}>
        {reason} {words.askAgain}
      </Ended>
    );
  }
  let account: string | undefined;
  if (!invite.is_for_caller) {
    if (caller_email === null) account = words.isForOther(email);
    else if (caller_email.toLowerCase() === email) account = words.unverified(email);
    else account = words.isFor(email, caller_email);
  }
  return (
    <section className="card invite">
      <h1 dir="auto">{words.title(workspace_name)}</h1>
      <p>
        {words.from(inviter_name, workspace_name, text.settings.roles[role])}{' '}
        <span className="soft">{words.roles[role]}</span>
      </p>
      <p className="soft">{words.until(when(expires_at))}</p>
      {accept.isError && <Failure error={accept.error} />}
      {decline.isError && <Failure error={decline.error} />}
      {account !== undefined && (
        <div className="notice warn" role="status">
          <strong>{words.wrongAccount}</strong>
          <p>{account}</p>
        </div>
      )}
      <div className="row">
        {account === undefined && (
          <RequestButton
            className="button primary"
            isPending={accept.isPending}
            onPress={() => accept.mutate()}
          >
            {words.accept}
          </RequestButton>
        )}
        {account === undefined && (
          <ConfirmButton
            label={words.decline}
            warning={words.declineWarning}
            onConfirm={() => decline.mutate()}
          />
        )}
        {account !== undefined && signInKind() === 'openid' && (
          <Button className="button primary" onPress={() => void changeAccount()}>
            {words.changeAccount}
          </Button>
        )}
        <Link className={account === undefined ? 'button quiet' : 'button'} to="/">
          {account === undefined ? words.later : words.productions}
        </Link>
      </div>
    </section>
  );
}

/** An invitation that nobody can accept. */
function Ended({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card invite">
      <h1>{title}</h1>
      <p>{children}</p>
      <Link className="button" to="/">
        {words.productions}
      </Link>
    </section>
  );
}
