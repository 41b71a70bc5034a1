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
    setTyped(next === saved ? undefined : next);
    void writeDraft(key, next === saved ? '' : next);
  };
  // What was saved is no longer a draft.
  useEffect(() => {
    if (typed !== undefined && typed.trim() === saved) void writeDraft(key, '');
  }, [key, saved, typed]);
  // From then on the field follows what is saved, such as an undone note.
  useEffect(() => setTyped((now) => (now?.trim() === saved ? undefined : now)), [saved]);
  return [typed ?? saved, type];
}
