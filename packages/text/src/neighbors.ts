/** Groups of neighbors: each item for which `isNew` is true begins one. */
export function groupNeighbors<T>(
  items: Iterable<T>,
  isNew: (group: readonly T[], next: T) => boolean,
): T[][] {
  const groups: T[][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group && !isNew(group, item)) group.push(item);
    else groups.push([item]);
  }
  return groups;
}
