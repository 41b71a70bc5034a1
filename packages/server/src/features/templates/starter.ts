import {
  DefinitionInput,
  findNodeType,
  type NodeConfigInput,
  type NodeTypeId,
  type TemplateCategory,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import { namedId } from '../../ids.ts';

/** A template that comes with the service: a complete workflow that contains a script. */
export interface Starter {
  /** Must never change, because the IDs of the template and its parts are derived from it. */
  slug: string;
  name: string;
  description: string;
  category: TemplateCategory;
  nodes: readonly StarterNode[];
  links: readonly StarterLink[];
}

interface StarterNode {
  /** Unique in its template. Like the slug, it must never change. */
  key: string;
  type: NodeTypeId;
  name: string;
  /** The column and row on the canvas. */
  at: readonly [column: number, row: number];
  config: object;
}

/** A link from a port of one node to another node. */
type StarterLink = readonly [from: string, port: string, to: string];

const COLUMN_WIDTH = 280;
const ROW_HEIGHT = 180;

/** Validates the definition like any other. Throws if the starter is invalid. */
export function starterDefinition({ slug, nodes, links }: Starter): WorkflowDefinition {
  const buildId = (part: string): string => namedId(`template/${slug}/${part}`);
  const generators = nodes.filter(({ type }) => type === 'operator_generator');
  const generatorKeys = new Set(generators.map(({ key }) => key));
  return DefinitionInput.parse({
    graph: {
      nodes: nodes.map(({ key, type, name, at: [column, row], config }) => ({
        id: buildId(`node/${key}`),
        type,
        name,
        position: { x: column * COLUMN_WIDTH, y: row * ROW_HEIGHT },
        config,
      })),
      edges: links.map(([from, port, to]) => ({
        id: buildId(`edge/${from}/${port}/${to}`),
        source: buildId(`node/${from}`),
        sourcePort: port,
        target: buildId(`node/${to}`),
        targetPort: generatorKeys.has(to) ? 'lines' : 'audio',
      })),
    },
  });
}

type NewNode = Omit<StarterNode, 'at'> & { retries: boolean };

/** A node with a config of its type. */
export function node<T extends NodeTypeId>(
  key: string,
  type: T,
  name: string,
  config?: NodeConfigInput<T>,
): NewNode {
  return { key, type, name, config: config ?? {}, retries: false };
}

/** A check that returns rejected lines to the generator. */
export function retryNode<T extends NodeTypeId>(...check: Parameters<typeof node<T>>): NewNode {
  return { ...node(...check), retries: true };
}

/** A source node with a text. */
export function script(key: string, name: string, text: string, source_language = 'en-us'): NewNode {
  return node(key, 'source_script', name, { text, source_language });
}

type Graph = Pick<Starter, 'nodes' | 'links'>;

/** Nodes in a row of the canvas, each linked to the next. */
export function chain(nodes: readonly NewNode[], { column = 0, row = 0 } = {}): Graph {
  const speaker = nodes.find(({ type }) => type === 'operator_generator')?.key ?? '';
  return {
    nodes: nodes.map(({ retries: _, ...rest }, index) => ({ ...rest, at: [column + index, row] })),
    links: nodes.flatMap(({ key, type, retries }, index): StarterLink[] => {
      const links = linkTo(nodes[index + 1]?.key, { key, type });
      if (retries) links.push([key, 'fail', speaker]);
      return links;
    }),
  };
}

/** A link from the first port of a node. */
function linkTo(next: string | undefined, { key, type }: Pick<StarterNode, 'key' | 'type'>): StarterLink[] {
  const port = findNodeType(type)?.outputs[0]?.name;
  if (next === undefined || port === undefined) return [];
  return [[key, port, next]];
}

/** Several chains, each linked to the first node of another chain. */
export function joinChains(heads: readonly Graph[], rest: Graph): Graph {
  const nodes: StarterNode[] = [];
  const links: StarterLink[] = [];
  for (const head of heads) {
    const lastNode = head.nodes.at(-1);
    nodes.push(...head.nodes);
    links.push(...head.links);
    if (lastNode) links.push(...linkTo(rest.nodes[0]?.key, lastNode));
  }
  return { nodes: [...nodes, ...rest.nodes], links: [...links, ...rest.links] };
}
