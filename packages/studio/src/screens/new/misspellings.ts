interface Speaker {
  name: string;
  /** The number of lines. */
  count: number;
}

/** A character name that is probably a misspelling of another one. */
export interface Misspelling {
  name: Speaker;
  original: Speaker;
}

/** Names of this length may differ by one letter, and those of twice the length by two. */
const LETTERS_FOR_ONE = 5;
const MAX_DISTANCE = 2;
/** A character with at least a third as many lines is another person, even if the names are similar. */
const MUCH_MORE = 3;

/** Each name that is probably a misspelling of one with more lines. */
export function findMisspellings(characters: readonly Speaker[]): Misspelling[] {
  const byCount = [...characters].sort((a, b) => b.count - a.count);
  const misspellings: Misspelling[] = [];
  for (const [index, name] of byCount.entries()) {
    const original = byCount.slice(0, index).find((other) => isMisspelling(name, other));
    if (original) misspellings.push({ name, original });
  }
  return misspellings;
}

const normalize = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '');
/** “Guard 1” and “Guard 2” are two people. */
const keepDigits = (name: string) => name.replaceAll(/\P{Nd}/gu, '');

function isMisspelling(name: Speaker, other: Speaker): boolean {
  const one = normalize(name.name);
  const two = normalize(other.name);
  if (one === two) return true;
  if (name.count * MUCH_MORE > other.count || keepDigits(one) !== keepDigits(two)) return false;
  // Two neighboring letters may have changed places, as in “Anan” and “Anna”.
  const at = [...one].findIndex((letter, index) => letter !== two[index]);
  const swap = one.slice(0, at) + one.charAt(at + 1) + one.charAt(at) + one.slice(at + 2);
  if (at >= 0 && swap === two) return true;
  const max = Math.min(MAX_DISTANCE, Math.floor(Math.min(one.length, two.length) / LETTERS_FOR_ONE));
  return Math.abs(one.length - two.length) <= max && editDistance(one, two) <= max;
}

/** The number of letters to change, add or remove (Levenshtein distance). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [to, its] of [...other].entries())
      next.push(
        Math.min((row[to] ?? 0) + Number(letter !== its), (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
