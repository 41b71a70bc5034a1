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
  let last: Change | undefined;
  return changes.map((change, index) => {
    const joined = last !== undefined && last.end === change.start;
    const before =
      joined && last?.spoken !== ''
        ? (last?.spoken ?? '')
        : text.slice(Math.max(at, change.start - 2), change.start);
    const next = changes[index + 1];
    // The space between two pieces belongs to the second.
    const after =
      spacing === 'pieces' || next?.start === change.end ? '' : text.slice(change.end, change.end + 2);
    const free = (spacing === 'words' || joined) && !particles?.test(change.spoken);
    const ahead = free && ENDS_IN_WORD.test(before) && STARTS_WITH_WORD.test(change.spoken) ? ' ' : '';
    const behind = ENDS_IN_WORD.test(change.spoken) && STARTS_WITH_WORD.test(after) ? ' ' : '';
    at = change.end;
    last = change;
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

/** A piece of text between two rounds, and its offset from the written text. */
interface Piece {
  start: number;
  end: number;
  first?: Change;
  second?: Change;
}

/** Combines two rounds of changes into one, where `second` refers to the result of `first`. */
export function compose(text: string, first: readonly Change[], second: readonly Change[]): Change[] {
  const between = applyChanges(text, first);
  let shift = 0;
  const pieces: Piece[] = first.map((change) => {
    const start = change.start + shift;
    shift += change.spoken.length - (change.end - change.start);
    return { start, end: start + change.spoken.length, first: change };
  });
  for (const change of second) pieces.push({ start: change.start, end: change.end, second: change });
  pieces.sort((one, other) => one.start - other.start || one.end - other.end);
  let behind = 0;
  return overlapping(pieces).flatMap((group) => {
    const [start, end] = [
      Math.min(...group.map((piece) => piece.start)),
      Math.max(...group.map((piece) => piece.end)),
    ];
    const from = start - behind;
    for (const { first: change } of group)
      if (change) behind += change.spoken.length - (change.end - change.start);
    const to = end - behind;
    const again = group.flatMap(({ second: change }) => change ?? []);
    const local = again.map((change) => ({
      ...change,
      start: change.start - start,
      end: change.end - start,
    }));
    const spoken = applyChanges(between.slice(start, end), local);
    const written = text.slice(from, to);
    const kind = (group.find((piece) => piece.first)?.first ?? again[0])?.kind ?? 'number';
    return written === spoken ? [] : [{ start: from, end: to, written, spoken, kind }];
  });
}

function overlapping(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  let end = -1;
  for (const piece of pieces) {
    const group = groups.at(-1);
    if (group && piece.start < end) group.push(piece);
    else groups.push([piece]);
    end = Math.max(end, piece.end);
  }
  return groups;
}
