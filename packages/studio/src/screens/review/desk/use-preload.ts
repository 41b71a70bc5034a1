import { useEffect } from 'react';
import { queries } from '../../../api/client.ts';
import { findItem, itemQuery, removeOldDetails } from '../data/cache.ts';
import type { Lines } from '../data/lines.ts';
import { preload } from '../sound.ts';
import { selectTake } from '../take.ts';

/** Loads the details and the sound of the current line and its neighbors before a key needs them. */
export function usePreload(id: string, lines: Lines, cursor: number): void {
  const nos = [cursor, cursor + 1, cursor - 1].map((index) => lines.getLine(index)?.no);
  const key = nos.join();
  useEffect(() => {
    const lineNos = key.split(',').filter(Boolean).map(Number);
    let isHere = true;
    const load = async () => {
      for (const no of lineNos) {
        if (!isHere) return;
        const detail = await queries.fetchQuery(itemQuery(id, no));
        const take = selectTake(detail, findItem(id, no)?.chosen_audio_id);
        if (take) await preload(`${id} ${no}`, take);
      }
    };
    // The pane shows the error if a line cannot be loaded.
    load().catch(() => undefined);
    removeOldDetails(id);
    return () => {
      isHere = false;
    };
  }, [id, key]);
}
