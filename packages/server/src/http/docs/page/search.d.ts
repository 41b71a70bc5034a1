import type MiniSearch from 'minisearch';
import type { Place } from '../search.ts';

/** The places, and the index of their words. */
export interface SearchIndex {
  places: Place[];
  index: MiniSearch;
}

/** Every other piece of the snippet, the second first, is a word that was looked for. */
export type Found = Place & { snippet: string[] };

export declare function makeIndex(places: Place[]): SearchIndex;
export declare function search(index: SearchIndex, query: string): Found[];
