import type MiniSearch from 'minisearch';
import type { Place } from '../search.ts';

/** The places, and the index of their words. */
export interface SearchIndex {
  places: Place[];
  index: MiniSearch;
}

/** The snippet in pieces. Every second piece is a word of the search. */
export type Found = Place & { snippet: string[] };

export declare function makeIndex(places: Place[]): SearchIndex;
export declare function search(index: SearchIndex, query: string): Found[];
