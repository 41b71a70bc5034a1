import type { ReviewItem } from '@voiceloom/sdk';
import { useRef, useState } from 'react';

/** The maximum number of selected lines, which is the maximum of one request. */
const MAX_MARKED = 500;

/** The selected lines, in their state at selection. None for people who may not decide. */
export function useMarks(at: (index: number) => ReviewItem | undefined, mayDecide: boolean) {
  const [marks, setMarks] = useState<ReadonlyMap<number, ReviewItem>>(new Map());
  /** The row that was marked last. */
  const anchor = useRef<{ index: number; no: number | undefined }>(undefined);
  /** Marks or unmarks the rows of a range. Without `isOn`, toggles each row. */
  const mark = (from: number, to: number, isOn?: boolean) => {
    if (!mayDecide) return;
    anchor.current = { index: to, no: at(to)?.no };
    setMarks((before) => {
      const next = new Map(before);
      for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
        const one = at(index);
        if (!one) continue;
        if (isOn ?? !before.has(one.no)) next.set(one.no, one);
        else next.delete(one.no);
      }
      return new Map([...next].slice(0, MAX_MARKED));
    });
  };
  /** Marks the rows from the last marked row, if it is still there, or else from the cursor. */
  const markTo = (to: number, cursor: number) => {
    const last = anchor.current;
    mark(last && at(last.index)?.no === last.no ? last.index : cursor, to, true);
  };
  const clearMarks = () => {
    anchor.current = undefined;
    setMarks(new Map());
  };
  return { marks, mark, markTo, clearMarks };
}
