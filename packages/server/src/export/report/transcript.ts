import type { DiffPart } from '@voiceloom/text';

/** As the page reads it: kind, script, what was heard, and from when to when where that is known. */
export type PagePart = [kind: string, script: string, heard: string, start_ms?: number, end_ms?: number];

const KINDS: Readonly<Record<DiffPart['op'], string>> = {
  match: '=',
  alike: '~',
  substitute: '!',
  insert: '+',
  delete: '-',
};

/** The script and what was heard, in as few letters as a page of thousands of lines allows. */
export function transcriptPart({ op, script, heard, start_ms, end_ms }: DiffPart): PagePart {
  // What is the same is written once.
  const words = [KINDS[op], script, op === 'match' ? '' : heard] as const;
  return start_ms === null || end_ms === null ? [...words] : [...words, start_ms, end_ms];
}
