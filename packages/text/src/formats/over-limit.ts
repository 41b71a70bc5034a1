/** The message for a file that exceeds the maximum duration of its line, or null. */
export function overLimit(
  duration_ms: number | null,
  max_duration_ms: number | null | undefined,
): string | null {
  if (duration_ms === null || !max_duration_ms || duration_ms <= max_duration_ms) return null;
  const over = duration_ms - max_duration_ms;
  return `The file lasts ${duration_ms} ms, ${over} ms over its limit of ${max_duration_ms} ms.`;
}
