import type MiniSearch from 'minisearch';
import type { Place } from '../search.ts';

/** The places, and the search index of their words. */
export interface SearchIndex {
  places: Place[];
  index: MiniSearch;
}

/** The snippet in pieces. Every second piece is a found word. */
export type Found = Place & { snippet: string[] };

export declare function makeIndex(places: Place[]): SearchIndex;
export declare function search(index: SearchIndex, query: string): Found[];
