import { useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '../../../api/db.ts';

/** Text that the person types. It is kept until it is sent, even after a reload, a crash or a change of line. */
export function useDraft(key: string, savedText: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState<string>();
  const isTouched = useRef(false);
  useEffect(() => {
    let isCurrent = true;
    isTouched.current = false;
    setDraft(undefined);
    void readDraft(key).then((storedDraft) => {
      if (isCurrent && !isTouched.current && storedDraft !== '') setDraft(storedDraft);
    });
    return () => {
      isCurrent = false;
    };
  }, [key]);
  const type = (newText: string) => {
    isTouched.current = true;
    const isSaved = newText === savedText;
    setDraft(isSaved ? undefined : newText);
    void writeDraft(key, isSaved ? '' : newText);
  };
  // After the text was saved, it is no longer a draft.
  useEffect(() => {
    if (draft !== undefined && draft.trim() === savedText) void writeDraft(key, '');
  }, [key, savedText, draft]);
  // After that, the field shows the saved text again, for example when a note is undone.
  useEffect(() => setDraft((now) => (now?.trim() === savedText ? undefined : now)), [savedText]);
  return [draft ?? savedText, type];
}
