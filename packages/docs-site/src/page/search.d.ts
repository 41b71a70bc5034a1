import type MiniSearch from 'minisearch';
import type { SearchEntry } from '../search.ts';

/** The places, and the search index of their words. */
export interface SearchIndex {
  places: SearchEntry[];
  index: MiniSearch;
}

/** The snippet in pieces. Every second piece is a found word. */
export type Found = SearchEntry & { snippet: string[] };

export declare function makeIndex(places: SearchEntry[]): SearchIndex;
export declare function search(index: SearchIndex, query: string): Found[];
