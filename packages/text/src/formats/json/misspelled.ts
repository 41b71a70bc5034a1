const MAX_LENGTH = 30;

/** Whether a name is another one with at most two letters added, removed, changed or exchanged. */
export function isMisspelled(name: string, field: string): boolean {
  const letters = name.toLowerCase();
  if (letters === field) return name !== field;
  if (letters.length > MAX_LENGTH) return false;
  const maxDistance = field.length > 4 ? 2 : 1;
  // Optimal string alignment distance: a row for each letter, of which the last two are kept.
  let rowBeforeLast: number[] = [];
  let lastRow = Array.from({ length: field.length + 1 }, (_, column) => column);
  for (let row = 1; row <= letters.length; row += 1) {
    const distances = [row];
    for (let column = 1; column <= field.length; column += 1) {
      const isSame = letters[row - 1] === field[column - 1];
      const isExchange = letters[row - 1] === field[column - 2] && letters[row - 2] === field[column - 1];
      const removal = (lastRow[column] ?? 0) + 1;
      const addition = (distances[column - 1] ?? 0) + 1;
      const change = (lastRow[column - 1] ?? 0) + Number(!isSame);
      const exchange = isExchange ? (rowBeforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      distances.push(Math.min(removal, addition, change, exchange));
    }
    rowBeforeLast = lastRow;
    lastRow = distances;
  }
  return (lastRow.at(-1) ?? 0) <= maxDistance;
}
