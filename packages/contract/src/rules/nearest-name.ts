/** Longer names are not compared, because the time grows quadratically. */
const MAX_LENGTH = 60;

/** A name without case and signs. */
const simplify = (name: string) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();

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
export function nearestName(name: string, knownNames: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const simpleName = simplify(name);
  // At most half of a short name may differ, and three characters of a name of nine or more.
  const maxDistance = name.length < 9 ? Math.min(2, name.length / 2) : 3;
  const isPart = (candidate: string) =>
    simpleName.length > 2 && (candidate.startsWith(simpleName) || candidate.endsWith(simpleName));
  const getDistance = (candidate: string) =>
    isPart(candidate) ? Math.min(2, maxDistance) : editDistance(simpleName, candidate, maxDistance);
  let nearest: string | undefined;
  let shortest = Number.POSITIVE_INFINITY;
  for (const knownName of knownNames) {
    const distance = getDistance(simplify(knownName));
    if (distance > maxDistance || distance >= shortest) continue;
    nearest = knownName;
    shortest = distance;
  }
  return nearest;
}

/** How many letters must be changed, added or removed, at most `max + 1`. */
function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  // The distances between the beginning of `one` up to a letter and every beginning of `other`.
  let distances = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 0; row < one.length; row += 1) {
    const nextDistances = [row + 1];
    for (let column = 0; column < other.length; column += 1) {
      const change = (distances[column] ?? 0) + Number(one[row] !== other[column]);
      const removal = (distances[column + 1] ?? 0) + 1;
      const addition = (nextDistances[column] ?? 0) + 1;
      nextDistances.push(Math.min(change, removal, addition));
    }
    distances = nextDistances;
  }
  return Math.min(distances.at(-1) ?? 0, max + 1);
}

/** The end of a message about an unknown name: the known name that is near, else all of them. */
export function hintFor(
  name: string,
  { known: knownNames, called: kind }: { known: readonly string[]; called: string },
): string {
  const likelyName = nearestName(name, knownNames);
  if (likelyName !== undefined) return ` Did you mean ${likelyName}?`;
  return knownNames.length === 0 ? '' : ` Allowed ${kind}: ${knownNames.join(', ')}.`;
}
