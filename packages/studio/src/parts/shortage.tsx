import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type CreditShortage, client, findSubscription, listWorkspaces, workspace } from '../api/client.ts';
import { count, when } from '../format/format.ts';
import { text } from '../text/en.ts';

const words = text.plan;

/** How many credits are missing for a run. The owner of the workspace also sees when the next ones come. */
export function Shortage({ shortage: { needed, balance } }: { shortage: CreditShortage }) {
  const chosen = workspace.use();
  const whoami = useQuery({ queryKey: ['whoami'], queryFn: () => client.auth.whoami() });
  const workspaces = useQuery({ queryKey: ['workspaces'], queryFn: listWorkspaces });
  const credits = useQuery({ queryKey: ['credits'], queryFn: () => client.users.getCredits() });
  const subscription = useQuery({ queryKey: ['subscription'], queryFn: findSubscription });
  const missing = needed > balance && words.missing(count(needed - balance));
  const owner = workspaces.data?.find(({ id }) => id === (chosen ?? whoami.data?.workspace_id))?.created_by;
  if (owner === undefined) return missing && <p className="numbers">{missing}</p>;
  if (owner !== whoami.data?.user_id)
    return (
      <p className="numbers">
        {missing} {words.ownersCredits}
      </p>
    );
  const grant = credits.data?.plan_grant;
  // A late payment delays the grant.
  const isOnTime = subscription.data !== undefined && subscription.data.paid?.status !== 'past_due';
  return (
    <>
      <p className="numbers">
        {missing}{' '}
        {isOnTime &&
          typeof grant === 'number' &&
          grant > 0 &&
          credits.data &&
          words.nextCredits(text.credits(count(grant)), when(credits.data.period_end))}
      </p>
      <Link to="/plan">{words.open}</Link>
    </>
  );
}
