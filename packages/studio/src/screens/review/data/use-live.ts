import type { Query } from '@tanstack/react-query';
import type { Review } from '@voiceloom/sdk';
import { useEffect, useState } from 'react';
import { queries } from '../../../api/client.ts';
import type { Outbox } from '../../../api/outbox/outbox.ts';
import { reviewKey } from './cache.ts';
import { createConnection } from './connection.ts';

export interface Live {
  outbox: Outbox;
  /** The reason why changes of others no longer arrive. */
  error: unknown;
  retry(): void;
  /** Sends again after the service denied it. */
  resend(): void;
}

/** Joins a review: sends the actions of this person, and shows the actions of everyone. */
export function useLive(review: Pick<Review, 'id' | 'me'>, onRefetch: () => void): Live {
  const { id, me } = review;
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const [connection] = useState(() => createConnection(id, me.id));
  useEffect(() => {
    setError(undefined);
    return connection.join({ onRefetch, onError: setError });
  }, [connection, onRefetch, attempt]);
  const { isOffline } = connection.outbox.sender.use();
  useEffect(() => {
    // Repeats the queries that failed while the service was unavailable. A tab that does not send notices the end of
    // the outage only here.
    const predicate = ({ state }: Query) => state.status === 'error';
    if (!isOffline)
      void queries.refetchQueries({ queryKey: reviewKey(id), predicate }, { cancelRefetch: false });
  }, [isOffline, id]);
  return {
    outbox: connection.outbox,
    error,
    retry: () => {
      // The stream does not contain events from the interruption.
      onRefetch();
      setAttempt((count) => count + 1);
    },
    resend: connection.resend,
  };
}
