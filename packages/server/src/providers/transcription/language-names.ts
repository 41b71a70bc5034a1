let codes: Map<string, string> | undefined;

/** `de` for `de`, `German` and `german`: some servers name a language, others give its code. */
export function languageCode(named: string): string | null {
  const name = named.trim().toLowerCase();
  if (/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/.test(name) && !allNames().has(name)) return name;
  return allNames().get(name) ?? null;
}

/** English names of every language that has a code of two letters. */
function allNames(): Map<string, string> {
  if (codes) return codes;
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  codes = new Map();
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second;
      const name = names.of(code)?.toLowerCase();
      if (name !== undefined && name !== code && !codes.has(name)) codes.set(name, code);
    }
  }
  return codes;
}
