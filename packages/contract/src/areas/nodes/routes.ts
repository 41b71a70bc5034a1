import { z } from 'zod';
import { area } from '../../area.ts';
import { Meta, objectOf } from '../../envelope.ts';
import { NodePagination, NodeType, NodeTypeDetail } from './schemas.ts';

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
