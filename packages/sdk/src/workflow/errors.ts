import { VoiceloomError } from '../errors/errors.ts';
import { nodeTypes } from '../generated/node-types.ts';
import type { DefinitionProblem, WorkflowEdge, WorkflowNodeInput } from '../generated/types.ts';

/** One problem of a workflow, with its node and port. */
export interface WorkflowProblem extends DefinitionProblem {
  /** The invalid node; for an edge, the one at the invalid end. */
  node?: { id: string; type: string; name: string };
  /** The invalid port. */
  port?: string;
}

/**
 * A workflow that a save would reject, or an invalid connection. Its `code` is INVALID_INPUT; `problems`
 * contains every problem, and `details` contains them by path.
 */
export class WorkflowError extends VoiceloomError {
  /** Every problem, with the service's messages. */
  readonly problems: readonly WorkflowProblem[];

  constructor(message: string, problems: readonly WorkflowProblem[] = []) {
    super({
      code: 'INVALID_INPUT',
      message,
      details: problems.map((problem) => ({ field: problem.path, message: problem.message })),
    });
    this.problems = problems;
  }
}

/** The lists that the paths of problems lead into. */
export interface BuiltGraph {
  nodes: readonly WorkflowNodeInput[];
  edges: readonly WorkflowEdge[];
}

/** A node as problems name it. */
function toProblemNode(node: WorkflowNodeInput): Required<WorkflowProblem>['node'] {
  const types: Record<string, { display_name: string } | undefined> = nodeTypes;
  return { id: node.id, type: node.type, name: node.name ?? types[node.type]?.display_name ?? node.type };
}

/** Adds the node and port that a problem's path refers to. */
export function locateProblem(problem: DefinitionProblem, { nodes, edges }: BuiltGraph): WorkflowProblem {
  // `graph.nodes.2.config.text`, `graph.edges.0.targetPort`
  const [, list, index, field] = /graph\.(nodes|edges)\.(\d+)(?:\.(\w+))?/.exec(problem.path) ?? [];
  if (list === 'nodes') {
    const node = nodes[Number(index)];
    return node ? { ...problem, node: toProblemNode(node) } : problem;
  }
  const edge = list === 'edges' ? edges[Number(index)] : undefined;
  if (edge === undefined) return problem;
  const atTarget = field === 'target' || field === 'targetPort';
  const node = nodes.find(({ id }) => id === (atTarget ? edge.target : edge.source));
  const port = atTarget ? edge.targetPort : edge.sourcePort;
  return node ? { ...problem, node: toProblemNode(node), port } : { ...problem, port };
}

/** Throws WorkflowError if there are problems; the message contains the first three. */
export function assertNoProblems(problems: readonly WorkflowProblem[]): void {
  if (problems.length === 0) return;
  const texts = problems.slice(0, 3).map(({ node, port, message, path }) => {
    // `config.voice_id` of `graph.nodes.1.config.voice_id`.
    const field = /\.(config\..+)/s.exec(path)?.[1];
    const inside = [port === undefined ? undefined : `port ${port}`, field].filter(Boolean);
    const place = node ? `${node.name} (${[node.type, ...inside].join(', ')})` : path;
    return `${place}: ${message}`;
  });
  const more = problems.length > 3 ? ` And ${problems.length - 3} more.` : '';
  throw new WorkflowError(`${texts.join(' ')}${more}`, problems);
}
