const MAX_LENGTH = 30;

/** Whether a name is another one with at most two letters added, removed, changed or exchanged. */
export function isMisspelled(name: string, field: string): boolean {
  const letters = name.toLowerCase();
  if (letters === field) return name !== field;
  if (letters.length > MAX_LENGTH) return false;
  const maxDistance = field.length > 4 ? 2 : 1;
  // Optimal string alignment distance, with the last two rows.
  let before: number[] = [];
  let row = Array.from({ length: field.length + 1 }, (_, index) => index);
  for (let i = 1; i <= letters.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= field.length; j += 1) {
      const isSame = letters[i - 1] === field[j - 1];
      const isExchanged = letters[i - 1] === field[j - 2] && letters[i - 2] === field[j - 1];
      const change = (row[j - 1] ?? 0) + Number(!isSame);
      const exchange = isExchanged ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change, exchange));
    }
    before = row;
    row = next;
  }
  return (row.at(-1) ?? 0) <= maxDistance;
}
