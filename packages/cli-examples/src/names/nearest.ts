/** The edit distance: letters to add, remove, change, or swap with a neighbor. */
function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const plain = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = isSwap ? Math.min(plain, (before[j - 2] ?? 0) + 1) : plain;
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** The name that was probably meant; undefined if none is similar. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  let found: { name: string; away: number } | undefined;
  for (const name of names) {
    const away = distance(word.toLowerCase(), name.toLowerCase());
    const isNear = away <= Math.max(1, Math.floor(Math.max(word.length, name.length) * 0.4));
    if (isNear && away < (found?.away ?? Number.POSITIVE_INFINITY)) found = { name, away };
  }
  return found?.name;
}
