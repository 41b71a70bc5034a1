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
  const byCount = [...characters].sort((one, other) => other.count - one.count);
  const misspellings: Misspelling[] = [];
  for (const [index, name] of byCount.entries()) {
    const original = byCount.slice(0, index).find((otherName) => isMisspelling(name, otherName));
    if (original) misspellings.push({ name, original });
  }
  return misspellings;
}

/** “Old  Man”, “old_man” and “OldMan” become the same: “oldman”. */
const normalize = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '');
/** “Guard 1” and “Guard 2” are two people. */
const keepDigits = (name: string) => name.replaceAll(/\P{Nd}/gu, '');

/** Whether a name is probably a misspelling of another one, whose speaker has more lines. */
function isMisspelling(name: Speaker, otherName: Speaker): boolean {
  const letters = normalize(name.name);
  const otherLetters = normalize(otherName.name);
  if (letters === otherLetters) return true;
  const isRare = name.count * MUCH_MORE <= otherName.count;
  if (!isRare || keepDigits(letters) !== keepDigits(otherLetters)) return false;
  // Two neighboring letters may have changed places, as in “Anan” and “Anna”.
  const firstDifference = [...letters].findIndex((letter, index) => letter !== otherLetters[index]);
  const swap =
    letters.slice(0, firstDifference) +
    letters.charAt(firstDifference + 1) +
    letters.charAt(firstDifference) +
    letters.slice(firstDifference + 2);
  if (firstDifference >= 0 && swap === otherLetters) return true;
  // A short name has few letters that can be wrong.
  const shorterLength = Math.min(letters.length, otherLetters.length);
  const max = Math.min(MAX_DISTANCE, Math.floor(shorterLength / LETTERS_FOR_ONE));
  return Math.abs(letters.length - otherLetters.length) <= max && editDistance(letters, otherLetters) <= max;
}

/** The number of letters to change, add or remove (Levenshtein distance). */
function editDistance(word: string, otherWord: string): number {
  // The distances from the letters read so far to each beginning of the other word.
  let row = Array.from({ length: otherWord.length + 1 }, (_, index) => index);
  for (const [rowIndex, letter] of [...word].entries()) {
    const nextRow = [rowIndex + 1];
    for (const [column, otherLetter] of [...otherWord].entries())
      nextRow.push(
        Math.min(
          (row[column] ?? 0) + Number(letter !== otherLetter),
          (row[column + 1] ?? 0) + 1,
          (nextRow[column] ?? 0) + 1,
        ),
      );
    row = nextRow;
  }
  return row.at(-1) ?? 0;
}
