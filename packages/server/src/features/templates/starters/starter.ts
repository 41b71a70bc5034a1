import {
  DefinitionInput,
  type NodeConfigInput,
  type NodeTypeId,
  type TemplateCategory,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import { namedId } from '../../../ids.ts';
import { espeakVoiceId } from '../../voices/index.ts';

/** A template that comes with the service: a complete workflow with a script inside. */
export interface Starter {
  /** Never changed: the ids of the template and its parts derive from it. */
  slug: string;
  name: string;
  description: string;
  category: TemplateCategory;
  nodes: readonly StarterNode[];
  links: readonly StarterLink[];
}

export interface StarterNode {
  /** Unique in its template, and as lasting as the slug. */
  key: string;
  type: NodeTypeId;
  name: string;
  /** Column and row on the canvas. */
  at: readonly [column: number, row: number];
  config: object;
}

/** From one node's port to another node. */
export type StarterLink = readonly [from: string, port: string, to: string];

const COLUMN_WIDTH = 280;
const ROW_HEIGHT = 180;

/** A node with a config that fits its type. */
export function starterNode<T extends NodeTypeId>(
  key: string,
  type: T,
  { config, ...place }: { name: string; at: StarterNode['at']; config?: NodeConfigInput<T> },
): StarterNode {
  return { key, type, ...place, config: config ?? {} };
}

/** The id of an embedded voice, such as `gmw/en-US+f2`. */
export function voice(providerVoiceId: string): string {
  return espeakVoiceId(providerVoiceId);
}

/** Passes the check of every other definition and throws where a starter is wrong. */
export function starterDefinition({ slug, nodes, links }: Starter): WorkflowDefinition {
  const idOf = (part: string): string => namedId(`template/${slug}/${part}`);
  const typeOf = (key: string) => nodes.find((node) => node.key === key)?.type;
  return DefinitionInput.parse({
    graph: {
      nodes: nodes.map(({ key, type, name, at: [column, row], config }) => ({
        id: idOf(`node/${key}`),
        type,
        name,
        position: { x: column * COLUMN_WIDTH, y: row * ROW_HEIGHT },
        config,
      })),
      edges: links.map(([from, port, to]) => ({
        id: idOf(`edge/${from}/${port}/${to}`),
        source: idOf(`node/${from}`),
        sourcePort: port,
        target: idOf(`node/${to}`),
        targetPort: typeOf(to) === 'operator_generator' ? 'lines' : 'audio',
      })),
    },
  });
}
