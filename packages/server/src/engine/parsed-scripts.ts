import type { ScriptLine } from '../text/script.ts';
import type { EngineApp } from './engine-app.ts';

type Storage = Pick<EngineApp, 'storage'>['storage'];

/** Of files, whose lines take about five times that in memory. */
const MOST_BYTES = 8 * 1024 * 1024;
const KEPT_MS = 5 * 60_000;

interface Kept {
  lines: Promise<ScriptLine[]>;
  size_bytes: number;
}

/** What this process has parsed lately, the one that was asked for longest ago first. */
const caches = new WeakMap<Storage, Map<string, Kept>>();

/**
 * The lines of a stored script, parsed once while somebody edits a workflow and asks for its problems and its price after each
 * change. Whoever gets them copies what they change. The store is asked each time: an object that is gone, or another one, is not
 * answered from memory.
 */
export async function parsedOnce(
  storage: Storage,
  { object_key, told }: { object_key: string; told: unknown },
  parse: () => Promise<ScriptLine[]>,
): Promise<ScriptLine[]> {
  const head = await storage.head(object_key);
  if (!head || head.size_bytes > MOST_BYTES) return parse();
  const cache = caches.get(storage) ?? new Map<string, Kept>();
  caches.set(storage, cache);
  const key = JSON.stringify([object_key, head.etag, told]);
  const known = cache.get(key);
  cache.delete(key);
  const kept = known ?? keep(cache, key, { lines: parse(), size_bytes: head.size_bytes });
  cache.set(key, kept);
  makeRoom(cache);
  return kept.lines;
}

/** What cannot be parsed says so anew each time. */
function keep(cache: Map<string, Kept>, key: string, kept: Kept): Kept {
  const forget = (): void => {
    if (cache.get(key) === kept) cache.delete(key);
  };
  kept.lines.catch(forget);
  setTimeout(forget, KEPT_MS).unref();
  return kept;
}

function makeRoom(cache: Map<string, Kept>): void {
  let size = [...cache.values()].reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  for (const [key, { size_bytes }] of cache) {
    if (size <= MOST_BYTES) return;
    cache.delete(key);
    size -= size_bytes;
  }
}
