import { useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '../../../api/db.ts';

/** What somebody types, kept until it is sent: a reload, a crash or another line loses nothing of it. */
export function useDraft(key: string, saved: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState<string>();
  const touched = useRef(false);
  useEffect(() => {
    let isCurrent = true;
    touched.current = false;
    setTyped(undefined);
    void readDraft(key).then((draft) => {
      if (isCurrent && !touched.current && draft !== '') setTyped(draft);
    });
    return () => {
      isCurrent = false;
    };
  }, [key]);
  const type = (next: string) => {
    touched.current = true;
    setTyped(next);
    void writeDraft(key, next === saved ? '' : next);
  };
  // What was saved is no draft any more.
  useEffect(() => {
    if (typed !== undefined && typed.trim() === saved) void writeDraft(key, '');
  }, [key, saved, typed]);
  return [typed ?? saved, type];
}
