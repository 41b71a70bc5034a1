import { useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '../../../api/db.ts';

/** Text that the person types. It is kept until it is sent, even after a reload, a crash or a change of line. */
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
  // After the text was saved, it is no longer a draft.
  useEffect(() => {
    if (typed !== undefined && typed.trim() === saved) void writeDraft(key, '');
  }, [key, saved, typed]);
  // After that, the field shows the saved text again, for example when a note is undone.
  useEffect(() => setTyped((now) => (now?.trim() === saved ? undefined : now)), [saved]);
  return [typed ?? saved, type];
}
