import { parseSync } from 'rolldown/utils';

type Node = { type: string; start: number; [field: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** What follows one another in a node: its statements or members. */
function partsOf({ type, body, consequent }: Node): Node[] {
  if (['Program', 'BlockStatement', 'StaticBlock', 'ClassBody'].includes(type)) return body as Node[];
  return type === 'SwitchCase' ? (consequent as Node[]) : [];
}

function startsIn(node: Node): number[] {
  const below = Object.values(node).flat().filter(isNode).flatMap(startsIn);
  return [...partsOf(node).map(({ start }) => start), ...below];
}

/** Where a declaration at the top goes on with one more name, and its word: `const` or `let`. */
function furtherNames(program: Node): Map<number, string> {
  const declared = (program.body as Node[]).filter(({ type }) => type === 'VariableDeclaration');
  return new Map(
    declared.flatMap(({ declarations, kind }) =>
      (declarations as Node[]).slice(1).map(({ start }) => [start, String(kind)] as const),
    ),
  );
}

/**
 * `code` with every statement and every member of a class on a line of its own: a runtime shows the line of an error
 * that nobody caught, and in a module without lines that is all of it. Each name at the top gets a declaration of its
 * own, for bundlers that keep or drop declarations as a whole.
 */
export function withLineBreaks(name: string, code: string): string {
  const { program, errors } = parseSync(name, code);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  const root = program as unknown as Node;
  const further = furtherNames(root);
  // Only where something ended or began is a new line without a meaning.
  const begins = startsIn(root).filter((at) => /[;{}]/.test(code[at - 1] ?? ''));
  const cuts = [...new Set([...begins, ...further.keys()])].sort((one, other) => one - other);
  return [0, ...cuts]
    .map((at, index) => {
      const end = cuts[index] ?? code.length;
      const text = code.slice(at, end);
      const word = further.get(at);
      return `${word ? `${word} ` : ''}${further.has(end) ? text.replace(/,$/, ';') : text}`;
    })
    .join('\n');
}
