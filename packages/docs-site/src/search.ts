import type { Document } from './documents.ts';
import { listSections, type Section } from './markdown.ts';
import type { Operation } from './operations.ts';

/** A section of a page, or an operation of the reference. */
export interface SearchEntry extends Section {
  page: string;
  title: string;
}

/** The content of the search index: the text of every section, and the operations of the API. */
export function searchIndex(all: Document[], operations: readonly Operation[]): string {
  const entries: SearchEntry[] = [];
  for (const { path, title, summary, markdown } of all)
    for (const section of listSections(markdown)) {
      const { heading, text } = section;
      // The sentence in the table of contents is the best summary of the page.
      const needsSummary = heading === '' && summary !== '' && !text.includes(summary);
      const lead = needsSummary ? `${summary} ` : '';
      entries.push({ page: `/docs/${path}`, title, ...section, text: `${lead}${text}` });
    }
  for (const { method, path, summary, address } of operations)
    entries.push({ page: address, anchor: '', title: summary, heading: '', text: `${method} ${path}` });
  return JSON.stringify(entries);
}
