import type { Change, Language } from './types.ts';

const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;
const STARTS_WITH_WORD = /^[\p{L}\p{N}]/u;

/** Adds spaces around changes if words would run together. */
export function spaceOut(
  text: string,
  changes: readonly Change[],
  { spacing, particles }: Pick<Language, 'spacing' | 'particles'>,
): Change[] {
  if (spacing === 'none') return [...changes];
  let at = 0;
  /** The end of the text before the change, with the changes before it. */
  let before = '';
  return changes.map((change, index) => {
    const joined = index > 0 && at === change.start;
    if (!joined) before = text.slice(Math.max(at, change.start - 2), change.start);
    const next = changes[index + 1];
    // The space between two pieces belongs to the second.
    const after =
      spacing === 'pieces' || next?.start === change.end ? '' : text.slice(change.end, change.end + 2);
    const free = (spacing === 'words' || joined) && !particles?.test(change.spoken);
    const ahead = free && ENDS_IN_WORD.test(before) && STARTS_WITH_WORD.test(change.spoken) ? ' ' : '';
    const behind = ENDS_IN_WORD.test(change.spoken) && STARTS_WITH_WORD.test(after) ? ' ' : '';
    at = change.end;
    if (change.spoken !== '') before = change.spoken;
    return { ...change, spoken: `${ahead}${change.spoken}${behind}` };
  });
}

export function applyChanges(
  text: string,
  changes: readonly Pick<Change, 'start' | 'end' | 'spoken'>[],
): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, spoken } of changes) {
    parts.push(text.slice(at, start), spoken);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
