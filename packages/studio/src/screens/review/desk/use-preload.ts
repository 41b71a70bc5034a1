import { useEffect } from 'react';
import { queries } from '../../../api/client.ts';
import { findItem, forgetDetails, itemQuery } from '../data/cache.ts';
import type { Lines } from '../data/lines.ts';
import { preload } from '../sound.ts';
import { takeOf } from '../take.ts';

/** Loads the details and the sound of the current line and its neighbors before a key needs them. */
export function usePreload(id: string, lines: Lines, cursor: number): void {
  const nos = [cursor, cursor + 1, cursor - 1].map((index) => lines.at(index)?.no);
  const key = nos.join();
  useEffect(() => {
    const wanted = key.split(',').filter(Boolean).map(Number);
    let isHere = true;
    const load = async () => {
      for (const no of wanted) {
        if (!isHere) return;
        const detail = await queries.fetchQuery(itemQuery(id, no));
        const take = takeOf(detail, findItem(id, no)?.chosen_audio_id);
        if (take) await preload(`${id} ${no}`, take);
      }
    };
    // The pane shows the error if a line cannot be loaded.
    load().catch(() => undefined);
    forgetDetails(id);
    return () => {
      isHere = false;
    };
  }, [id, key]);
}
