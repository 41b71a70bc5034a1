import type { ReviewItem, ReviewItemDetail, ReviewTake } from '@voiceloom/sdk';
import { useState } from 'react';
import { queries } from '../../../api/client.ts';
import { itemKey } from '../data/cache.ts';
import { getDecision, type PendingDecisions } from '../data/line-decision.ts';
import { getPosition, playFrom, seek, show } from '../sound.ts';
import { selectTake } from '../take.ts';

/** Within this time after the start of a word, going back leads to the word before it. */
const WORD_START_MS = 250;
/** A word that starts within this time is the current one. */
const SAME_WORD_MS = 20;

/** The playing part of the current line. */
export function useListen(id: string, item: ReviewItem | undefined, pending: PendingDecisions) {
  const [choice, setChoice] = useState<{ no: number; audioId: string }>();
  const chosenTakeId = choice?.no === item?.no ? choice?.audioId : undefined;
  const getDetail = (no: number | undefined) => {
    if (no === undefined) return undefined;
    return queries.getQueryData<ReviewItemDetail>(itemKey(id, no));
  };

  /** The take of a line to play: the one that the person chose to hear, or else that of its decision. */
  const getTake = (no: number | undefined): ReviewTake | undefined => {
    const detail = getDetail(no);
    if (!detail) return undefined;
    if (no === item?.no && chosenTakeId !== undefined) return selectTake(detail, chosenTakeId);
    return selectTake(detail, getDecision(detail, pending.get(detail.no)).audio_id);
  };

  return {
    chosenTakeId,
    takeNow: () => getTake(item?.no),
    /** Selects the take of a line at once, not after the next render, because the play key may follow immediately. */
    prepare: (no: number | undefined) => {
      const take = getTake(no);
      if (take) show(`${id} ${no}`, take);
    },
    choose: (audioId: string | undefined) => {
      if (!item || audioId === undefined) return;
      setChoice({ no: item.no, audioId });
      show(
        `${id} ${item.no}`,
        getDetail(item.no)?.takes.find((take) => take.audio_id === audioId),
      );
      playFrom(0);
    },
    takeIdAt: (index: number) => getDetail(item?.no)?.takes[index]?.audio_id,
    /** Moves to the start of the next or the previous word. */
    byWord: (direction: 1 | -1) => {
      const words = getTake(item?.no)?.words ?? [];
      const now = getPosition();
      if (direction === 1) {
        const nextWord = words.find(({ start_ms }) => start_ms > now + SAME_WORD_MS);
        if (nextWord) seek(nextWord.start_ms);
        return;
      }
      const previousWord = words.findLast(({ start_ms }) => start_ms < now - WORD_START_MS);
      seek(previousWord?.start_ms ?? 0);
    },
  };
}
