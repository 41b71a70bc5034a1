import { setImmediate as turn } from 'node:timers/promises';

/** The items in order, in batches of at most `size`. */
export function* inBatches<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

const DELETED_ROWS = 1_000;
const MAX_DELETIONS = 50;

/**
 * Calls a statement that deletes at most `limit` rows and returns how many, until it finds no more. Returns the number of
 * all. If there are very many, the next call deletes the rest.
 */
export async function deleteInBatches(deleteBatch: (limit: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_DELETIONS; batch++) {
    const count = await deleteBatch(DELETED_ROWS);
    total += count;
    if (count < DELETED_ROWS) break;
  }
  return total;
}

/** How long work on a list may run before other work of the process runs. */
const SLICE_MS = 10;

let turns: Promise<void> = Promise.resolve();

/**
 * The next free turn of the event loop. Everything that waits gets a turn of its own, so that requests are handled
 * between any two slices, however many lists are worked on.
 */
export function nextTurn(): Promise<void> {
  turns = turns.then(() => turn());
  return turns;
}

/** How long a request may work on its lists. Other work of the process, and waiting, do not count. */
export interface WorkBudget {
  left_ms: number;
  /** The error of a request that needs more time. */
  exceeded: () => Error;
}

/**
 * Calls `each` for every item. Lets other work run in between, so that a long script does not block the process.
 * Takes the time from `budget`, and throws its error when it is used up.
 */
export async function forEachInSlices<Item>(
  items: Iterable<Item>,
  each: (item: Item) => void,
  budget?: WorkBudget,
): Promise<void> {
  let start = Number.NEGATIVE_INFINITY;
  for (const item of items) {
    const now = performance.now();
    if (now - start >= SLICE_MS) {
      // Before the first item, no slice has run.
      if (budget && start > 0) budget.left_ms -= now - start;
      if (budget && budget.left_ms < 0) throw budget.exceeded();
      await nextTurn();
      start = performance.now();
    }
    each(item);
  }
}
