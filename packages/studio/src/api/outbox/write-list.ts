import { signal } from '../../session/signal.ts';
import type { Write, WriteStore } from './writes.ts';

export type WriteList = ReturnType<typeof createWriteList>;

/** The writes of a person in a review. They are in memory, to be shown immediately, and in the store of all tabs. */
export function createWriteList(owner: string, store: WriteStore, onChange: () => void) {
  const writes = signal<readonly Write[]>([]);
  // Changes that the store does not reflect yet. A browser without a database keeps writes here.
  const unsaved = new Map<string, Write>();
  const undeleted = new Set<string>();

  /** The writes of the store with the changes that are not in it yet, the oldest first. */
  const merge = (storedWrites: readonly Write[]): Write[] => {
    const list = storedWrites.filter(({ id }) => !unsaved.has(id) && !undeleted.has(id));
    return [...list, ...unsaved.values()].sort((one, other) => one.at - other.at);
  };

  /** Resolves when they are stored. Nothing is sent before that. */
  async function put(...changes: Write[]): Promise<void> {
    for (const write of changes) unsaved.set(write.id, write);
    writes.set(merge(writes.get()));
    const save = async (write: Write) => {
      await store.put(write);
      if (unsaved.get(write.id) === write) unsaved.delete(write.id);
    };
    await Promise.allSettled(changes.map(save));
    onChange();
  }

  /** Removes writes that were sent, or that the person discarded. */
  async function drop(obsolete: readonly Write[]): Promise<void> {
    for (const { id } of obsolete) {
      unsaved.delete(id);
      undeleted.add(id);
    }
    writes.set(merge(writes.get()));
    const remove = async ({ id }: Write) => {
      await store.delete(id);
      undeleted.delete(id);
    };
    await Promise.allSettled(obsolete.map(remove));
    onChange();
  }

  /** Applies the changes of other tabs. */
  async function reload(): Promise<void> {
    const storedWrites = await store.list(owner).catch(() => undefined);
    if (storedWrites) writes.set(merge(storedWrites as Write[]));
  }

  return { owner, writes, put, drop, reload };
}
