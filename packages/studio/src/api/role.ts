import { useQuery } from '@tanstack/react-query';
import type { Member, MemberRole } from '@voiceloom/sdk';
import { client, workspace } from './client.ts';

/** The current user. */
export const useWhoami = () => useQuery({ queryKey: ['whoami'], queryFn: () => client.auth.whoami() });

/** The members of the current workspace. Undefined until they are read. */
export function useMembers(): Member[] | undefined {
  const chosen = workspace.use();
  const whoami = useWhoami();
  const id = chosen ?? whoami.data?.workspace_id ?? undefined;
  const { data } = useQuery({
    queryKey: ['members', id],
    queryFn: () => client.members.list(id ?? ''),
    enabled: id !== undefined,
  });
  return data;
}

/** The role of the current user in the current workspace. Undefined until it is read. */
export function useRole(): MemberRole | undefined {
  const userId = useWhoami().data?.user_id;
  return useMembers()?.find(({ user_id }) => user_id === userId)?.role;
}
