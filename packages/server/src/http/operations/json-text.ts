const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Looks at the raw text, so that nothing recursive ever meets a body that is nested without end. */
export function nestsDeeperThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) quoted = !quoted;
    else if (quoted) at += code === BACKSLASH ? 1 : 0;
    else if (OPENING.has(code)) {
      if (++depth > limit) return true;
    } else if (CLOSING.has(code)) depth--;
  }
  return false;
}

/** In decoded text such characters can only come from escapes; PostgreSQL stores neither. */
const SUSPICIOUS = /\\u(?:0000|[dD][89a-fA-F])/;

/** The path of a string (value or name) that PostgreSQL cannot store; undefined if all can be stored. */
export function unstorableText(text: string, value: unknown): string[] | undefined {
  return SUSPICIOUS.test(text) ? find(value, []) : undefined;
}

export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function find(value: unknown, path: string[]): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorable(name)) return path;
    const found = find(inner, [...path, name]);
    if (found) return found;
  }
  return undefined;
}
