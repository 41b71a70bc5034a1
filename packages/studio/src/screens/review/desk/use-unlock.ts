import { useMutation } from '@tanstack/react-query';
import type { Review } from '@voiceloom/sdk';
import { client } from '../../../api/client.ts';
import { text } from '../../../text/en.ts';
import { applyUnlocked } from '../data/cache.ts';
import { UNLOCK_CLASS } from '../detail/locked.tsx';
import type { Rights } from '../rights.ts';

/** Lets later runs speak lines again. The decisions stay. */
export function useUnlock(options: {
  review: Review;
  rights: Rights;
  announce: (message: string) => void;
  focusGrid: () => void;
}) {
  const { review, rights, announce, focusGrid } = options;
  const request = useMutation({
    // Without a network, a person sees the failure at once.
    networkMode: 'always',
    // Requests about other lines wait.
    scope: { id: `unlock ${review.id}` },
    mutationFn: (nos: number[]) => client.reviews.unlock(review.id, { nos }),
    onSuccess: ({ unlocked_count }, nos) => {
      const { activeElement, body } = document;
      // The focus is on the button that disappears, or where it goes if the event of the unlock arrives first.
      if (activeElement === body || activeElement?.matches(`.${UNLOCK_CLASS}, .detail`)) focusGrid();
      applyUnlocked(review.id, nos);
      announce(text.review.unlocked(unlocked_count));
    },
  });
  const { isPending, error, variables, mutate, reset } = request;
  const unlock = (nos: number[]) => {
    const isRepeated = isPending && nos.every((no) => variables.includes(no));
    if (nos.length > 0 && rights.mayDecide && !rights.isGuest && !isRepeated) mutate(nos);
  };
  // The notice disappears with its buttons.
  const leaveNotice = (act: () => void) => () => {
    act();
    focusGrid();
  };
  return {
    unlock,
    isPending,
    error,
    retry: leaveNotice(() => unlock(variables ?? [])),
    dismiss: leaveNotice(reset),
  };
}
