import type { Query } from '@tanstack/react-query';
import type { Review } from '@voiceloom/sdk';
import { useEffect, useState } from 'react';
import { queries } from '../../../api/client.ts';
import type { Outbox } from '../../../api/outbox/outbox.ts';
import { reviewKey } from './cache.ts';
import { seatIn } from './seat.ts';

export interface Live {
  outbox: Outbox;
  /** Why changes of others no longer arrive. */
  error: unknown;
  retry(): void;
  /** Sends again after the service denied it. */
  resend(): void;
}

/** Joins a review: sends what this person does, and shows what all do. */
export function useLive(review: Pick<Review, 'id' | 'me'>, onRefetch: () => void): Live {
  const { id, me } = review;
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const [seat] = useState(() => seatIn(id, me.id));
  useEffect(() => {
    setError(undefined);
    return seat.join({ onRefetch, onError: setError });
  }, [seat, onRefetch, attempt]);
  const { isOffline } = seat.outbox.sender.use();
  useEffect(() => {
    // What could not be read while the service was away. A tab that sends nothing notices it here alone.
    const predicate = ({ state }: Query) => state.status === 'error';
    if (!isOffline)
      void queries.refetchQueries({ queryKey: reviewKey(id), predicate }, { cancelRefetch: false });
  }, [isOffline, id]);
  return {
    outbox: seat.outbox,
    error,
    retry: () => {
      // What happened in between is not in the stream.
      onRefetch();
      setAttempt((count) => count + 1);
    },
    resend: seat.resend,
  };
}
