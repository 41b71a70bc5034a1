import { readFileSync } from 'node:fs';

/** A method with the documentation from its source. */
export type Method = { name: string; signature: string; text: string; examples: string[] };

const SOURCES = new URL('../src/', import.meta.url);

/** Matches the doc comment of a member, and the member up to its body or its end. */
const MEMBER =
  /^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?: {2}\/\/.*\n)*( {2}(?:async )?\*?(\w+)(?:<[^(]*>)?\((?:[\s\S]*?)\)(?:: [^;{]*?(?:\{[^}]*\}[^;{]*?)?)?)(?:;| \{\n)/gm;

const FENCE = /```ts\n([\s\S]*?)```/g;

/** The lines of a comment without the leading asterisks. */
const linesOf = (comment: string) => comment.replaceAll(/^ *\* ?/gm, '').trim();

/** The text of a comment before its first tag. Links become their names in backticks. */
const textOf = (comment: string) =>
  (linesOf(comment).split(/^@/m)[0] ?? '').trim().replaceAll(/\{@link (\w+)\}/g, '`$1`');

const examplesOf = (comment: string) =>
  [...linesOf(comment).matchAll(FENCE)].map(([, code = '']) => code.trim());

/** The text of a declaration with the comment before it. */
function declarationOf(text: string, name: string): { comment: string; body: string } {
  const found = new RegExp(
    `\\/\\*\\*((?:(?!\\*\\/)[\\s\\S])*)\\*\\/\\nexport (?:interface|class) ${name}\\b[\\s\\S]*?\\n}\\n`,
  ).exec(text);
  if (found === null) throw new Error(`There is no ${name}.`);
  return { comment: found[1] ?? '', body: found[0] };
}

/** The description of a class or an interface of the client, and its documented methods. */
export function methodsOf(
  file: string,
  name: string,
): { text: string; examples: string[]; methods: Method[] } {
  const { comment, body } = declarationOf(readFileSync(new URL(file, SOURCES), 'utf8'), name);
  const methods = [...body.matchAll(MEMBER)].map(([, about = '', signature = '', method = '']) => ({
    name: method,
    signature: signature
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\( | (?=\))|,(?= \))/g, (part) => part.trim())
      .replace(',)', ')')
      .replace(/^ ?(?:async )?\*?/, '')
      .trim(),
    text: textOf(about),
    examples: examplesOf(about),
  }));
  const documented = methods.filter(({ name: method }) => !['constructor', 'toJSON'].includes(method));
  return { text: textOf(comment), examples: examplesOf(comment), methods: documented };
}
