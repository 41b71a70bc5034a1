import { useMutation } from '@tanstack/react-query';
import { queries } from '../../api/client.ts';

/** A call that changes the list of a card. The list is then read again. */
export const useAction = <T>(key: string) =>
  useMutation({
    mutationFn: async (action: () => PromiseLike<T>) => await action(),
    onSuccess: () => queries.invalidateQueries({ queryKey: [key] }),
  });
