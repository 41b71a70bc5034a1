import type { Place } from '../search.ts';

/** Every word of the places, with the places that hold it. */
export interface SearchIndex {
  places: Place[];
  known: Map<string, Map<number, number>>;
}

/** Every other piece of the snippet, the second first, is a word that was looked for. */
export type Found = Place & { snippet: string[] };

export declare function makeIndex(places: Place[]): SearchIndex;
export declare function search(index: SearchIndex, query: string): Found[];
