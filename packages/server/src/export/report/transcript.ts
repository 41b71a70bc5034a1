import type { DiffPart } from '@voiceloom/text';

/** As the page reads it: kind, script, transcript, and times if known. */
export type PagePart = [kind: string, script: string, heard: string, start_ms?: number, end_ms?: number];

const KINDS: Readonly<Record<DiffPart['op'], string>> = {
  match: '=',
  alike: '~',
  substitute: '!',
  insert: '+',
  delete: '-',
};

/** Script and transcript in short keys: a page can have thousands of lines. */
export function transcriptPart({ op, script, heard, start_ms, end_ms }: DiffPart): PagePart {
  // What is the same is written once.
  const words = [KINDS[op], script, op === 'match' ? '' : heard] as const;
  return start_ms === null || end_ms === null ? [...words] : [...words, start_ms, end_ms];
}
