import { useQuery } from '@tanstack/react-query';
import { client, workspace } from '../../api/client.ts';
import { Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { KeysCard } from './keys.tsx';
import { MembersCard } from './members.tsx';
import { ProvidersCard } from './providers.tsx';
import './settings.css';
import { WebhooksCard } from './webhooks.tsx';

/** Settings: the people, keys and services that can use the workspace. */
export function SettingsScreen() {
  const chosen = workspace.use();
  const whoami = useQuery({ queryKey: ['whoami'], queryFn: () => client.auth.whoami() });
  return (
    <>
      <h1>{text.settings.title}</h1>
      <Loaded query={whoami}>
        {({ workspace_id, user_id }) => (
          <>
            <MembersCard workspaceId={chosen ?? workspace_id ?? ''} userId={user_id} />
            <KeysCard />
            <ProvidersCard />
            <WebhooksCard />
          </>
        )}
      </Loaded>
    </>
  );
}
