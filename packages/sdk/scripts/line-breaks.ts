import { parseSync } from 'rolldown/utils';

type Node = { type: string; start: number; [field: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** What follows one another in a node: its statements or members, and the parts of a declaration at the top. */
function partsOf(node: Node, isTop: boolean): Node[] {
  const { type, body, consequent, declarations } = node;
  if (['Program', 'BlockStatement', 'StaticBlock', 'ClassBody'].includes(type)) return body as Node[];
  if (type === 'SwitchCase') return consequent as Node[];
  return isTop && type === 'VariableDeclaration' ? (declarations as Node[]).slice(1) : [];
}

function startsIn(node: Node, isTop: boolean): number[] {
  const below = Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => startsIn(child, node.type === 'Program' || node.type.startsWith('Export')));
  return [...partsOf(node, isTop).map(({ start }) => start), ...below];
}

/**
 * `code` with every statement and every member of a class on a line of its own: a runtime shows the line of an error
 * that nobody caught, and in a module without lines that is all of it.
 */
export function withLineBreaks(name: string, code: string): string {
  const { program, errors } = parseSync(name, code);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  // Only where something ended or began is a new line without a meaning.
  const starts = startsIn(program as unknown as Node, false).filter((at) =>
    /[;{},]/.test(code[at - 1] ?? ''),
  );
  const ends = [...new Set(starts)].sort((one, other) => one - other);
  return [0, ...ends].map((at, index) => code.slice(at, ends[index])).join('\n');
}
