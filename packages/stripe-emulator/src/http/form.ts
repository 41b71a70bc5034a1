import { StripeFault } from './stripe-error.ts';

/** What a form can say: text, lists and records of it. */
export type Param = string | Param[] | Params;
export interface Params {
  [name: string]: Param | undefined;
}

const MAX_DEPTH = 12;

/** Decodes `a[b][0]=c`, the form that Stripe's clients send. */
export function decodeForm(text: string): Params {
  const root = record();
  for (const [name, value] of new URLSearchParams(text)) place(root, pathOf(name), value);
  for (const [name, value] of Object.entries(root)) root[name] = withLists(value);
  return root;
}

function pathOf(name: string): string[] {
  const head = /^[^[\]]+/.exec(name)?.[0];
  const rest = head === undefined ? name : name.slice(head.length);
  const keys = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key ?? '');
  if (head === undefined || keys.length > MAX_DEPTH || keys.join('][') !== rest.slice(1, -1))
    throw new StripeFault({ message: `Invalid parameter name: ${name}`, param: name });
  return [head, ...keys];
}

function place(root: Params, path: string[], value: string): void {
  let at = root;
  for (const step of path.slice(0, -1)) {
    const key = step === '' ? String(Object.keys(at).length) : step;
    const next = at[key];
    const inner = typeof next === 'object' && !Array.isArray(next) ? next : record();
    at[key] = inner;
    at = inner;
  }
  const last = path.at(-1) ?? '';
  at[last === '' ? String(Object.keys(at).length) : last] = value;
}

/** Without a prototype, so that no caller-defined name has a special meaning. */
function record(): Params {
  return Object.create(null) as Params;
}

/** Objects whose keys count up from zero are lists. */
function withLists(value: Param | undefined): Param | undefined {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  for (const [name, inner] of Object.entries(value)) value[name] = withLists(inner);
  const keys = Object.keys(value);
  if (keys.length === 0 || keys.some((key, index) => key !== String(index))) return value;
  return Object.values(value).filter((inner) => inner !== undefined);
}
