import { setImmediate as turn } from 'node:timers/promises';

/** The items in order, in batches of at most `size`. */
export function* inBatches<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Calls `each` for every item. Lets other work run in between, so that a long script does not block the process. */
export async function yielding<Item>(items: Iterable<Item>, each: (item: Item) => void): Promise<void> {
  let count = 0;
  for (const item of items) {
    if (count++ % 1_000 === 0) await turn();
    each(item);
  }
}
