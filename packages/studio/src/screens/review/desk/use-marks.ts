import type { ReviewItem } from '@voiceloom/sdk';
import { useRef, useState } from 'react';

/** The maximum number of selected lines, which is the maximum of one request. */
const MAX_MARKED = 500;

/** The selected lines, in their state at selection. None for people who may not decide. */
export function useMarks(getItem: (index: number) => ReviewItem | undefined, mayDecide: boolean) {
  const [marks, setMarks] = useState<ReadonlyMap<number, ReviewItem>>(new Map());
  /** The row that was marked last. */
  const anchor = useRef<{ index: number; no: number | undefined }>(undefined);
  /** Marks or unmarks the rows of a range. Without `isOn`, toggles each row. */
  const mark = (firstIndex: number, lastIndex: number, isOn?: boolean) => {
    if (!mayDecide) return;
    anchor.current = { index: lastIndex, no: getItem(lastIndex)?.no };
    setMarks((oldMarks) => {
      const newMarks = new Map(oldMarks);
      // A range may also go upward.
      const top = Math.min(firstIndex, lastIndex);
      const bottom = Math.max(firstIndex, lastIndex);
      for (let index = top; index <= bottom; index += 1) {
        const item = getItem(index);
        if (!item) continue;
        if (isOn ?? !oldMarks.has(item.no)) newMarks.set(item.no, item);
        else newMarks.delete(item.no);
      }
      return new Map([...newMarks].slice(0, MAX_MARKED));
    });
  };
  /** Marks the rows from the last marked row, if it is still there, or else from the cursor. */
  const markTo = (index: number, cursor: number) => {
    const lastAnchor = anchor.current;
    const isAnchorThere = lastAnchor !== undefined && getItem(lastAnchor.index)?.no === lastAnchor.no;
    mark(isAnchorThere ? lastAnchor.index : cursor, index, true);
  };
  const clearMarks = () => {
    anchor.current = undefined;
    setMarks(new Map());
  };
  return { marks, mark, markTo, clearMarks };
}
