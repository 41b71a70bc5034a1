import { useQuery } from '@tanstack/react-query';
import { client, workspace } from '../../api/client.ts';
import { Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { KeysCard } from './keys.tsx';
import { MembersCard } from './members.tsx';
import { PreferencesCard } from './preferences.tsx';
import { ProvidersCard } from './providers.tsx';
import './settings.css';
import { TargetsCard } from './targets.tsx';
import { WebhooksCard } from './webhooks.tsx';
import { WorkspacesCard } from './workspaces.tsx';

/** Settings: the workspaces of the person, and the people, keys and services that can use the current one. */
export function SettingsScreen() {
  const chosen = workspace.use();
  const whoami = useQuery({ queryKey: ['whoami'], queryFn: () => client.auth.whoami() });
  return (
    <>
      <h1>{text.settings.title}</h1>
      <Loaded query={whoami}>
        {({ workspace_id, user_id }) => <Cards workspaceId={chosen ?? workspace_id ?? ''} userId={user_id} />}
      </Loaded>
    </>
  );
}

/** The cards of what the person's role allows. The service denies the rest anyway. */
function Cards({ workspaceId, userId }: { workspaceId: string; userId: string }) {
  const members = useQuery({
    queryKey: ['members', workspaceId],
    queryFn: () => client.members.list(workspaceId),
  });
  return (
    <Loaded query={members}>
      {(list) => {
        const role = list.find(({ user_id }) => user_id === userId)?.role;
        const isAdmin = role === 'admin';
        return (
          <>
            <WorkspacesCard currentId={workspaceId} isAdmin={isAdmin} />
            <MembersCard workspaceId={workspaceId} userId={userId} members={list} isAdmin={isAdmin} />
            {isAdmin && <PreferencesCard workspaceId={workspaceId} />}
            {role !== 'viewer' && <KeysCard />}
            {isAdmin && <ProvidersCard />}
            {isAdmin && <TargetsCard />}
            {isAdmin && <WebhooksCard />}
            {!isAdmin && <p className="soft">{text.settings.adminsOnly}</p>}
          </>
        );
      }}
    </Loaded>
  );
}
