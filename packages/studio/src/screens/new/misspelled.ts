interface Named {
  name: string;
  count: number;
}

/** A character name that is probably a misspelling of another one. */
export interface Misspelled {
  name: Named;
  meant: Named;
}

/** Names of this length may differ by one letter, and those of twice the length by two. */
const LETTERS_FOR_ONE = 5;
const MOST_AWAY = 2;
/** A character with at least a third as many lines is another person, even if the names are similar. */
const MUCH_MORE = 3;

/** Each name that is probably a misspelling of one with more lines. */
export function misspelledAmong(characters: readonly Named[]): Misspelled[] {
  const byCount = [...characters].sort((a, b) => b.count - a.count);
  return byCount.flatMap((name, index) => {
    const meant = byCount.slice(0, index).find((other) => isMeant(name, other));
    return meant ? [{ name, meant }] : [];
  });
}

const plain = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '');
/** “Guard 1” and “Guard 2” are two people. */
const digits = (name: string) => name.replaceAll(/\P{Nd}/gu, '');

function isMeant(name: Named, other: Named): boolean {
  const [one, two] = [plain(name.name), plain(other.name)];
  if (one === two) return true;
  if (name.count * MUCH_MORE > other.count || digits(one) !== digits(two)) return false;
  if (areSwapped(one, two)) return true;
  const allowed = Math.min(MOST_AWAY, Math.floor(Math.min(one.length, two.length) / LETTERS_FOR_ONE));
  return Math.abs(one.length - two.length) <= allowed && lettersBetween(one, two) <= allowed;
}

/** Whether two neighboring letters changed places, as in “Anan” and “Anna”. */
function areSwapped(one: string, two: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== two[index]);
  const swapped = one.slice(0, at) + one.charAt(at + 1) + one.charAt(at) + one.slice(at + 2);
  return at >= 0 && swapped === two;
}

/** The number of letters to change, add or remove (Levenshtein distance). */
function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [to, its] of [...other].entries())
      next.push(
        Math.min((row[to] ?? 0) + (letter === its ? 0 : 1), (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
