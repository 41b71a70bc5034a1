// Copied from packages/contract/src/rules by scripts/gen.ts. Do not edit.

/** Longer names are not compared, because the time grows quadratically. */
const LONGEST = 60;

const plain = (name: string) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();

/**
 * The known name that is probably meant: `sourceLanguage` means `source_language`, `max_retries` means `max_retry`, and
 * `generator` means `operator_generator`. Undefined if no name is near. Not from a library, because the client uses
 * this file and has no dependencies.
 *
 * @example
 * ```ts
 * const meant = nearestName('voicse', ['voices', 'workflows']);
 * console.log(meant); // voices
 * ```
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const own = plain(name);
  const most = Math.max(Math.min(2, name.length / 2), Math.min(3, Math.floor(name.length / 3)));
  const isPart = (other: string) => own.length > 2 && (other.startsWith(own) || other.endsWith(own));
  const far = (other: string) => (isPart(other) ? Math.min(2, most) : distance(own, other, most));
  const ranked = known.map((other) => ({ other, far: far(plain(other)) }));
  return ranked.filter(({ far }) => far <= most).sort((a, b) => a.far - b.far)[0]?.other;
}

/** How many letters must be changed, added or removed, at most `most + 1`. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1) {
      const same = one[at] === other[to] ? 0 : 1;
      next.push(Math.min((row[to] ?? 0) + same, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The end of a message about an unknown name: the known name that is near, else all of them. */
export function hintFor(
  name: string,
  { known, called }: { known: readonly string[]; called: string },
): string {
  const meant = nearestName(name, known);
  if (meant !== undefined) return ` Did you mean ${meant}?`;
  return known.length === 0 ? '' : ` Allowed ${called}: ${known.join(', ')}.`;
}
