import type { ReviewItem } from '@voiceloom/sdk';
import { useState } from 'react';

/** Of one selection: what one request decides. */
const MOST_MARKED = 500;

/** The lines that somebody selected, as they were then. */
export function useMarks(at: (index: number) => ReviewItem | undefined) {
  const [marks, setMarks] = useState<ReadonlyMap<number, ReviewItem>>(new Map());
  /** From one row to another. Without `isOn`, each changes. */
  const mark = (from: number, to: number, isOn?: boolean) => {
    setMarks((before) => {
      const next = new Map(before);
      for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
        const one = at(index);
        if (!one) continue;
        if (isOn ?? !before.has(one.no)) next.set(one.no, one);
        else next.delete(one.no);
      }
      return new Map([...next].slice(0, MOST_MARKED));
    });
  };
  return { marks, mark, clearMarks: () => setMarks(new Map()) };
}
