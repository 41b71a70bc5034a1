import { useQuery } from '@tanstack/react-query';
import { client, listWorkspaces, workspace } from './client.ts';

/** The settings of the current workspace. Undefined until they are read. */
export function useSettings() {
  const chosen = workspace.use();
  const { data: workspaces = [] } = useQuery({ queryKey: ['workspaces'], queryFn: listWorkspaces });
  const id = chosen ?? workspaces[0]?.id;
  const { data } = useQuery({
    queryKey: ['settings', id],
    queryFn: () => client.workspaces.getSettings(id ?? ''),
    enabled: id !== undefined,
  });
  return data;
}
