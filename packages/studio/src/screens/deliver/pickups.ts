const DEADLINE_MS = 10_000;
/** The service writes the lines last, after a line break. In JSON, no text contains one. */
const FIRST = /\n"lines"\s*:\s*\[\s*(\S)/;

/**
 * Whether a list of pick-ups has no lines. Reads only its beginning. If that fails or takes too long, the list counts as not
 * empty, so that a person can download it.
 */
export async function isEmptyList(url: string, signal = AbortSignal.timeout(DEADLINE_MS)): Promise<boolean> {
  try {
    const { ok, body } = await fetch(url, { signal });
    if (!ok || body === null) return false;
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let start = '';
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      start += decoder.decode(chunk.value, { stream: true });
      // `]` in `"lines": []`, `{` in `"lines": [{`.
      const [, first] = FIRST.exec(start) ?? [];
      if (first === undefined) continue;
      await reader.cancel();
      return first === ']';
    }
    return false;
  } catch {
    return false;
  }
}
