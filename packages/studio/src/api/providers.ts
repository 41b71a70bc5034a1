import { useQuery } from '@tanstack/react-query';
import type { Provider } from '@voiceloom/sdk';
import { client } from './client.ts';

const MAX_PROVIDERS = 100;

/** What the workspace can use. The key starts like the one of provider keys, because it changes with them. */
export const useProviders = () =>
  useQuery({
    queryKey: ['provider-keys', 'catalog'],
    queryFn: () => client.providers.list().toArray({ limit: MAX_PROVIDERS }),
  });

export function useProvider(id: string): Provider | undefined {
  return useProviders().data?.find((provider) => provider.id === id);
}
