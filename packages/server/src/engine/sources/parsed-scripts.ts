import type { ParsedScript, ScriptLine } from '@voiceloom/text';
import type { EngineApp } from '../engine-app.ts';

type Storage = Pick<EngineApp, 'storage'>['storage'];

/** The memory limit of the cache. */
const MOST_BYTES = 64 * 1024 * 1024;
/** The memory overhead per line: scripts with short lines need many times their file size. */
const LINE_BYTES = 200;
const KEPT_MS = 5 * 60_000;

interface Kept {
  parsed: Promise<ParsedScript>;
  /** Set once the lines are parsed. */
  bytes: number;
  timer: NodeJS.Timeout;
}

/** Parsed scripts of this process, least recently used first. */
const caches = new WeakMap<Storage, Map<string, Kept>>();

/**
 * The lines of a stored script. They are cached because an editor requests problems and prices after each
 * change of a workflow. Callers must not change them. The storage is checked each time, so the cache never
 * returns a deleted or replaced object.
 */
export async function parsedOnce(
  storage: Storage,
  { object_key, told }: { object_key: string; told: unknown },
  parse: () => Promise<ParsedScript>,
): Promise<ParsedScript> {
  const head = await storage.head(object_key);
  if (!head || head.size_bytes > MOST_BYTES) return parse();
  const cache = caches.get(storage) ?? new Map<string, Kept>();
  caches.set(storage, cache);
  const key = JSON.stringify([object_key, head.etag, told]);
  const kept = cache.get(key) ?? keep(cache, key, parse());
  // Moves it to the end, as the most recently used one.
  cache.delete(key);
  cache.set(key, kept);
  return kept.parsed;
}

/** Failures are not cached. */
function keep(cache: Map<string, Kept>, key: string, parsed: Promise<ParsedScript>): Kept {
  const kept: Kept = { parsed, bytes: 0, timer: setTimeout(() => cache.delete(key), KEPT_MS).unref() };
  const forget = (): void => {
    if (cache.get(key) === kept) drop(cache, key, kept);
  };
  const measure = ({ lines }: ParsedScript): void => {
    kept.bytes = bytesOf(lines);
    makeRoom(cache);
  };
  parsed.then(measure, forget);
  return kept;
}

function drop(cache: Map<string, Kept>, key: string, { timer }: Kept): void {
  clearTimeout(timer);
  cache.delete(key);
}

function bytesOf(lines: ScriptLine[]): number {
  return lines.reduce((sum, line) => sum + LINE_BYTES + 2 * (lengthOf(line) + markupLength(line)), 0);
}

function lengthOf({
  line_id,
  source_line_id,
  script,
  source_script,
  character_name,
  notes,
  direction,
}: ScriptLine): number {
  return [line_id, source_line_id, script, source_script, character_name, notes, direction].reduce(
    (sum, text) => sum + (text?.length ?? 0),
    0,
  );
}

function markupLength({ markup }: ScriptLine): number {
  return markup ? JSON.stringify(markup).length : 0;
}

function makeRoom(cache: Map<string, Kept>): void {
  let size = [...cache.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  for (const [key, kept] of cache) {
    if (size <= MOST_BYTES) return;
    drop(cache, key, kept);
    size -= kept.bytes;
  }
}
