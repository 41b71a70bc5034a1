import { useQuery } from '@tanstack/react-query';
import type { Budget, BudgetScope } from '@voiceloom/sdk';
import { client } from '../../api/client.ts';
import { useMembers } from '../../api/role.ts';
import { personName } from '../../format/person.ts';
import { text } from '../../text/en.ts';

const words = text.budgets;
const MAX_KEYS = 100;
const MAX_PRODUCTIONS = 200;

const useKeys = (enabled: boolean) =>
  useQuery({
    queryKey: ['keys'],
    queryFn: () => client.apiKeys.list().toArray({ limit: MAX_KEYS }),
    enabled,
  });

interface Choice {
  id: string;
  name: string;
}

/** What a budget with this scope can be about. Undefined until it is read. */
export function useScopeChoices(scope: BudgetScope): Choice[] | undefined {
  const members = useMembers();
  const keys = useKeys(scope === 'api_key');
  const productions = useQuery({
    queryKey: ['productions', 'by-name'],
    queryFn: () => client.workflows.list({ sort: ['name'] }).toArray({ limit: MAX_PRODUCTIONS }),
    enabled: scope === 'workflow',
  });
  if (scope === 'api_key') return keys.data;
  if (scope === 'workflow') return productions.data;
  const people: Choice[] = [];
  for (const member of members ?? [])
    if (member.user_id !== null) people.push({ id: member.user_id, name: personName(member) });
  return scope === 'member' ? members && people : [];
}

/** Whose runs a budget limits, as a sentence. Empty until it is known. */
export function useScopeName({ scope, scope_id }: Budget): string {
  const members = useMembers();
  const keys = useKeys(scope === 'api_key');
  const production = useQuery({
    queryKey: ['production', scope_id],
    queryFn: () => client.workflows.get(scope_id ?? ''),
    enabled: scope === 'workflow',
  });
  if (scope === 'workspace') return words.scopeNames.workspace;
  let name: string | undefined;
  let isLoading = false;
  if (scope === 'member') {
    const member = members?.find(({ user_id }) => user_id === scope_id);
    name = member && personName(member);
    isLoading = members === undefined;
  }
  if (scope === 'api_key') {
    name = keys.data?.find(({ id }) => id === scope_id)?.name;
    isLoading = keys.isPending;
  }
  if (scope === 'workflow') {
    name = production.data?.name;
    isLoading = production.isPending;
  }
  if (isLoading) return '';
  return name === undefined ? words.scopeGone[scope] : words.scopeNames[scope](name);
}
