import type { Document } from './documents.ts';
import { type Section, sectionsOf } from './markdown.ts';
import type { Operation } from './operations.ts';

/** A section of a page, or an operation of the reference. */
export interface Place extends Section {
  page: string;
  title: string;
}

/** The content of the search index: the text of every section, and the operations of the API. */
export function searchIndex(all: Document[], operations: readonly Operation[]): string {
  return JSON.stringify([...all.flatMap(placesOf), ...operations.map(placeOf)]);
}

function placesOf({ path, title, summary, markdown }: Document): Place[] {
  const page = { page: `/docs/${path}`, title };
  return sectionsOf(markdown).map(({ anchor, heading, text }) => {
    // The sentence in the table of contents is the best summary of the page.
    const lead = heading === '' && summary !== '' && !text.includes(summary) ? `${summary} ` : '';
    return { ...page, anchor, heading, text: `${lead}${text}` };
  });
}

const placeOf = ({ method, path, summary, address }: Operation): Place => ({
  page: address,
  anchor: '',
  title: summary,
  heading: '',
  text: `${method} ${path}`,
});
