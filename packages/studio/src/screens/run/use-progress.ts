import { isFinal, type RunEvent } from '@voiceloom/sdk';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { client } from '../../api/client.ts';
import { advance, NOTHING, type Progress } from './progress.ts';

const visibility = {
  subscribe: (onChange: () => void) => {
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  },
  isVisible: () => document.visibilityState === 'visible',
};

/**
 * Follows a run. Only a visible tab keeps a stream open: over HTTP/1.1, a browser opens at most six connections to a
 * service, so hidden tabs could use all of them. A tab that is shown again continues after its last event.
 */
export function useProgress(workflowId: string, runId: string) {
  const [progress, setProgress] = useState<Progress>(NOTHING);
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const isVisible = useSyncExternalStore(visibility.subscribe, visibility.isVisible);
  const lastProgress = useRef(NOTHING);
  useEffect(() => {
    if (!isVisible) return;
    const abortController = new AbortController();
    let frame = 0;
    const show = () => {
      frame = 0;
      setProgress(lastProgress.current);
    };
    const take = (event: RunEvent) => {
      lastProgress.current = advance(lastProgress.current, event);
      // Thousands of events may arrive at once, so the page is rendered at most once per frame.
      frame ||= requestAnimationFrame(show);
    };
    const follow = async () => {
      const { last_id, status } = lastProgress.current;
      if (status !== undefined && isFinal(status)) return;
      const options = {
        signal: abortController.signal,
        lastEventId: last_id,
        maxReconnects: Number.POSITIVE_INFINITY,
      };
      for await (const event of client.runs.events(workflowId, runId, options)) take(event);
    };
    setError(undefined);
    follow().catch((cause: unknown) => {
      if (!abortController.signal.aborted) setError(cause);
    });
    return () => {
      abortController.abort();
      cancelAnimationFrame(frame);
    };
  }, [workflowId, runId, isVisible, attempt]);
  return { progress, error, retry: () => setAttempt((count) => count + 1) };
}
