import type { ReviewItem, ReviewItemDetail, ReviewTake } from '@voiceloom/sdk';
import { useState } from 'react';
import { queries } from '../../../api/client.ts';
import { itemKey } from '../data/cache.ts';
import { type Pending, shownOf } from '../data/shown.ts';
import { playFrom, position, seek, show } from '../sound.ts';
import { takeOf } from '../take.ts';

/** Within this time after the start of a word, going back leads to the word before it. */
const WORD_START_MS = 250;

/** The playing part of the current line. */
export function useListen(id: string, item: ReviewItem | undefined, pending: Pending) {
  const [choice, setChoice] = useState<{ no: number; audioId: string }>();
  const chosen = choice !== undefined && choice.no === item?.no ? choice.audioId : undefined;
  const detailOf = (no: number | undefined) =>
    no === undefined ? undefined : queries.getQueryData<ReviewItemDetail>(itemKey(id, no));

  const takeOfLine = (no: number | undefined): ReviewTake | undefined => {
    const detail = detailOf(no);
    if (!detail) return undefined;
    const decided = shownOf(detail, pending.get(detail.no)).audio_id;
    return takeOf(detail, (no === item?.no ? chosen : undefined) ?? decided);
  };

  return {
    chosen,
    takeNow: () => takeOfLine(item?.no),
    /** Selects the take of a line at once, not after the next render, because the play key may follow immediately. */
    prepare: (no: number | undefined) => {
      const take = takeOfLine(no);
      if (take) show(`${id} ${no}`, take);
    },
    choose: (audioId: string | undefined) => {
      if (!item || audioId === undefined) return;
      setChoice({ no: item.no, audioId });
      show(
        `${id} ${item.no}`,
        detailOf(item.no)?.takes.find((one) => one.audio_id === audioId),
      );
      playFrom(0);
    },
    takeIdAt: (index: number) => detailOf(item?.no)?.takes[index]?.audio_id,
    byWord: (direction: 1 | -1) => {
      const words = takeOfLine(item?.no)?.words ?? [];
      const now = position();
      const next =
        direction === 1
          ? words.find(({ start_ms }) => start_ms > now + 20)
          : words.findLast(({ start_ms }) => start_ms < now - WORD_START_MS);
      if (next) seek(next.start_ms);
      else if (direction === -1) seek(0);
    },
  };
}
