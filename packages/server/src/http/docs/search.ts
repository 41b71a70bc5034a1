import type { Document } from './documents.ts';
import { headingsOf } from './markdown.ts';

const isDecision = (path: string): boolean => path.startsWith('adr/');

/** What the search of the pages looks through: titles, headings and summaries. */
export function searchIndex(all: Document[]): string {
  const entries = all.map(({ path, title, summary, markdown }) => ({
    address: `/docs/${path}`,
    title,
    summary,
    // Decisions have the same headings, all of them.
    headings: isDecision(path) ? [] : headingsOf(markdown).map(({ text, anchor }) => [text, anchor]),
    aside: isDecision(path),
  }));
  return JSON.stringify(entries);
}
