import { useMutation } from '@tanstack/react-query';
import { queries } from '../../api/client.ts';

/** Calls that change what a card lists. */
export const useAction = <T>(key: string) =>
  useMutation({
    mutationFn: async (action: () => PromiseLike<T>) => await action(),
    onSuccess: () => queries.invalidateQueries({ queryKey: [key] }),
  });
