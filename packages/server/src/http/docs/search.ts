import type { Document } from './documents.ts';
import { headingsOf } from './markdown.ts';
import type { Operation } from './operations.ts';

const isDecision = (path: string): boolean => path.startsWith('adr/');

/** What the search of the pages looks through: titles, headings and summaries, and the operations of the API. */
export function searchIndex(all: Document[], operations: readonly Operation[]): string {
  const entries = all.map(({ path, title, summary, markdown }) => ({
    address: `/docs/${path}`,
    title,
    summary,
    // Decisions have the same headings, all of them.
    headings: isDecision(path) ? [] : headingsOf(markdown).map(({ text, anchor }) => [text, anchor]),
    aside: isDecision(path),
  }));
  const reference = operations.map(({ method, path, summary, address }) => ({
    ...{ address, title: summary, summary: `${method} ${path}`, headings: [], aside: false },
  }));
  return JSON.stringify([...entries, ...reference]);
}
