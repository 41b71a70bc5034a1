import type { Issue, Problem } from './types.ts';

/** The codes of lists that are too long, by their paths. */
const OVERLONG: Record<string, string> = { 'graph.nodes': 'too_many_nodes', 'graph.edges': 'too_many_edges' };

/** The code of a problem: its own, or one for a list that is too long. */
function getProblemCode({ code, path, params }: Issue): string {
  const customCode = code === 'custom' ? params?.code : undefined;
  if (typeof customCode === 'string') return customCode;
  return (code === 'too_big' && OVERLONG[path.join('.')]) || 'invalid_value';
}

/** An issue of a definition as a problem, whose path begins with `definition`. */
export function problemOf(issue: Issue): Problem {
  return {
    path: ['definition', ...issue.path.map(String)].join('.'),
    code: getProblemCode(issue),
    message: issue.message,
  };
}
