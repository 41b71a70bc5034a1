const MAX_WAIT_SECONDS = 60;

/**
 * The seconds of `Prefer: wait=n` (RFC 7240), at most a minute; undefined without. A preference that cannot be read
 * is ignored, as the standard has it.
 */
export function preferredWait(header: string | undefined): number | undefined {
  for (const preference of header?.split(',') ?? []) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(;.*)?$/i.exec(preference)?.[1];
    if (seconds !== undefined) return Math.min(Number(seconds), MAX_WAIT_SECONDS);
  }
  return undefined;
}
