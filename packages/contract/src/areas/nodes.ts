import { z } from 'zod';
import { area } from '../area.ts';
import { Meta, objectOf } from '../envelope.ts';
import { example } from '../example.ts';
import { fieldSchemasOf } from '../json-schema.ts';
import { NODE_TYPES } from '../nodes/index.ts';
import type { NodeTypeDefinition } from '../nodes/node-type.ts';
import { sinkPreview } from '../nodes/sink-preview.ts';
import { Flag, object } from '../primitives.ts';

export const NodePort = object('NodePort', 'A port of a node type.', {
  name: z.string(),
  fields: z.array(z.string()).describe('The fields that its lines have (outputs) or need (inputs).'),
});
export type NodePort = z.infer<typeof NodePort>;

const typeFields = {
  node_type: z.string(),
  display_name: z.string(),
  description: z.string(),
  version: z.int().describe('The current version of the config.'),
  inputs: z.array(NodePort),
  outputs: z.array(NodePort),
  config_schema: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .describe('The JSON Schema of each config field.'),
};

export const NodeType = object(
  'NodeType',
  'A node type: what it does, its ports and its config.',
  typeFields,
);
export type NodeType = z.infer<typeof NodeType>;

export const NodeOption = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('href'),
      target: z.string().describe('The path of the operation that lists the values.'),
    }),
    z.object({
      kind: z.literal('inline'),
      value: z.array(z.object({ value: z.union([z.string(), z.number(), Flag]), display_name: z.string() })),
    }),
  ])
  .meta({ id: 'NodeOption', description: 'The values of a config field: inline, or the URL of a list.' });
export type NodeOption = z.infer<typeof NodeOption>;

export const NodeTypeDetail = object('NodeTypeDetail', 'A node type with its category and options.', {
  ...typeFields,
  category: z.enum(['source', 'operator', 'validation', 'output']),
  options: z
    .record(z.string(), NodeOption)
    .describe('The allowed values, by config field. Fields without a list are absent.'),
});
export type NodeTypeDetail = z.infer<typeof NodeTypeDetail>;

/** The public view of a node type: what `GET /api/v1/nodes` lists. */
export function nodeTypeView(type: NodeTypeDefinition): NodeType {
  const port = ({ name, fields }: { name: string; fields: readonly string[] }) => ({
    name,
    fields: [...fields],
  });
  return {
    node_type: type.node_type,
    display_name: type.display_name,
    description: type.description,
    version: type.version,
    inputs: type.inputs.map(port),
    outputs: type.outputs.map(port),
    config_schema: fieldSchemasOf(type.config),
  };
}

/** The public views of all node types, in the order of the catalog. */
export function nodeTypeViews(): NodeType[] {
  return Object.values(NODE_TYPES).map(nodeTypeView);
}

/** The pagination of the catalog, which is a single page. */
export const NodePagination = z.object({ limit: z.int().describe('The number of node types.') });

example(NodeType, nodeTypeView(sinkPreview));
example(NodePagination, { limit: Object.keys(NODE_TYPES).length });
example(NodeTypeDetail, {
  ...nodeTypeView(sinkPreview),
  category: 'output',
  options: {
    format: {
      kind: 'inline',
      value: [
        { value: 'wav', display_name: 'WAV' },
        { value: 'mp3', display_name: 'MP3' },
      ],
    },
  },
});

const access = { auth: 'jwt_or_key', scope: 'catalog:read', role: 'viewer', workspace: 'header' } as const;

/** The catalog of node types. */
export const nodes = area('nodes', access, {
  list: {
    endpoint: 'GET /api/v1/nodes',
    auth: 'none',
    role: null,
    scope: null,
    workspace: 'none',
    summary: 'List node types',
    description: 'Returns all node types with their ports and config schemas. Requires no credential.',
    responses: {
      200: z.object({
        data: z.array(NodeType),
        meta: Meta,
        pagination: NodePagination,
      }),
    },
  },
  get: {
    endpoint: 'GET /api/v1/nodes/:node_type',
    summary: 'Get a node type',
    description: 'Returns a node type with its category and the options of its config fields.',
    params: {
      node_type: z
        .string()
        .min(1)
        .max(100)
        .meta({ examples: ['source_script'] }),
    },
    responses: { 200: objectOf(NodeTypeDetail) },
  },
});
