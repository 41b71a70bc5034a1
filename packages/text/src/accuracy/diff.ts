import type { Comparison } from './compare.ts';
import type { Part } from './parts.ts';
import { countsCharacters, type Token } from './tokens.ts';

/** A displayed part of a comparison; neighbors of one kind are merged. */
export interface DiffPart {
  op: Part['op'];
  script: string;
  heard: string;
  start_ms: number | null;
  end_ms: number | null;
}

const MOST_PARTS = 500;

/** The comparison as parts for display, limited to 500. */
export function diffOf({ script, heard, parts }: Comparison, locale: string): DiffPart[] {
  const text = (words: readonly (Token | undefined)[]) =>
    words.map((word) => word?.text ?? '').join(countsCharacters(locale) ? '' : ' ');
  return grouped(parts)
    .slice(0, MOST_PARTS)
    .map((part) => {
      const told = part.heard.map((index) => heard[index]);
      return {
        op: part.op,
        script: text(part.script.map((index) => script[index])),
        heard: text(told),
        start_ms: told[0]?.start_ms ?? null,
        end_ms: told.at(-1)?.end_ms ?? null,
      };
    });
}

function grouped(parts: readonly Part[]): Part[] {
  const groups: Part[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    // Words that sound alike stay separate findings; equal words are merged.
    if (last && last.op === part.op && part.op !== 'alike') {
      last.script.push(...part.script);
      last.heard.push(...part.heard);
    } else groups.push({ op: part.op, script: [...part.script], heard: [...part.heard] });
  }
  return groups;
}
