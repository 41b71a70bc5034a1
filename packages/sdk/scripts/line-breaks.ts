import { parseSync } from 'rolldown/utils';

type Node = { type: string; start: number; [field: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The statements or members of a node. */
function partsOf({ type, body, consequent }: Node): Node[] {
  if (['Program', 'BlockStatement', 'StaticBlock', 'ClassBody'].includes(type)) return body as Node[];
  return type === 'SwitchCase' ? (consequent as Node[]) : [];
}

function startsIn(node: Node): number[] {
  const below = Object.values(node).flat().filter(isNode).flatMap(startsIn);
  return [...partsOf(node).map(({ start }) => start), ...below];
}

/** The positions of the second and later names of top-level declarations, with their keyword: `const` or `let`. */
function furtherNames(program: Node): Map<number, string> {
  const declared = (program.body as Node[]).filter(({ type }) => type === 'VariableDeclaration');
  return new Map(
    declared.flatMap(({ declarations, kind }) =>
      (declarations as Node[]).slice(1).map(({ start }) => [start, String(kind)] as const),
    ),
  );
}

/**
 * Puts every statement and class member of `code` on a separate line. For an uncaught error, a runtime prints the whole
 * line, which would otherwise be the whole module. Each top-level name gets a separate declaration, because bundlers
 * keep or drop whole declarations.
 */
export function withLineBreaks(name: string, code: string): string {
  const { program, errors } = parseSync(name, code);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  const root = program as unknown as Node;
  const further = furtherNames(root);
  // Elsewhere, a line break could change the meaning of the code.
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
