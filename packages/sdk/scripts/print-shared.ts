import * as forms from '../src/schema-forms.ts';
import { formed } from './schema-forms.ts';

const asKey = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

type Entry = readonly [key: string, value: unknown];

const entriesOf = (value: object): Entry[] =>
  Object.entries(value).filter(([, item]) => item !== undefined) as Entry[];

/** A list or an object out of the texts of its parts. */
function joined(value: object, textOf: (part: unknown) => string): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`;
  const fields = entriesOf(value).map(([key, item]) => `${asKey(key)}: ${textOf(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What repeating a text costs more than naming it once. */
const isWorthAName = (length: number, count: number) => count > 1 && (length - 4) * (count - 1) > 12;

/**
 * Prints data whose equal parts are written once: they become constants that the data names. Schemas repeat so much
 * that this halves them, and reading them needs no code.
 */
export class SharedPrinter {
  readonly #texts = new Map<object, string>();
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly #constants: string[] = [];

  /** Counts the parts of everything that will be printed. */
  constructor(...data: unknown[]) {
    for (const value of data) this.#count(value);
  }

  #plain(value: unknown): string {
    if (!isTree(value)) return JSON.stringify(value);
    let text = this.#texts.get(value);
    if (text === undefined) {
      text = joined(value, (part) => this.#plain(part));
      this.#texts.set(value, text);
    }
    return text;
  }

  #count(value: unknown): void {
    if (!isTree(value)) return;
    const text = this.#plain(value);
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.set(text, count);
    if (count === 1) for (const part of Object.values(value)) this.#count(part);
  }

  /** The text of `value`. */
  print(value: unknown): string {
    if (!isTree(value)) return JSON.stringify(value);
    const plain = this.#plain(value);
    const known = this.#names.get(plain);
    if (known !== undefined) return known;
    const part = (one: unknown) => this.print(one);
    const text = formed(value, part) ?? joined(value, part);
    if (!isWorthAName(plain.length, this.#counts.get(plain) ?? 0)) return text;
    const name = `_${this.#names.size.toString(36)}`;
    this.#names.set(plain, name);
    // As never: each fits wherever it is named; what is exported has types.
    this.#constants.push(`const ${name} = ${text} as never;\n`);
    return name;
  }

  /** What the texts name; to be written before them. */
  constants(): string {
    return this.#constants.join('');
  }
}

/** A generated text with an import of the forms that it calls. */
export function withForms(text: string): string {
  const called = new Set([...text.matchAll(/\b(_[a-z]\w+)\(/gi)].map(([, name = '']) => name));
  const known = Object.keys(forms)
    .filter((name) => called.has(name))
    .sort();
  return text.replace('\nimport ', `\nimport { ${known.join(', ')} } from '../schema-forms.ts';\nimport `);
}
