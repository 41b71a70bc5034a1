import { z } from 'zod';
import { Meta, objectOf } from '../../envelope.ts';
import { meta, route, workspaceHeader } from '../../kit.ts';
import { NodePagination, NodeType, NodeTypeDetail } from './schemas.ts';

const shared = { area: 'nodes', role: null, idempotent: false, success: 200 } as const;

/** The catalog of node types. */
export const nodes = {
  list: route({
    method: 'GET',
    path: '/api/v1/nodes',
    summary: 'List node types',
    description: 'Returns all node types with their ports and config schemas. Requires no credential.',
    responses: {
      200: z.object({
        data: z.array(NodeType),
        meta: Meta,
        pagination: NodePagination,
      }),
    },
    metadata: meta({
      ...shared,
      operationId: 'nodes.list',
      auth: 'none',
      scope: null,
      workspace: 'none',
    }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/nodes/:node_type',
    summary: 'Get a node type',
    description: 'Returns a node type with its category and the options of its config fields.',
    pathParams: z.object({
      node_type: z
        .string()
        .min(1)
        .max(100)
        .meta({ examples: ['source_script'] }),
    }),
    headers: workspaceHeader,
    responses: { 200: objectOf(NodeTypeDetail) },
    metadata: meta({
      ...shared,
      operationId: 'nodes.get',
      auth: 'jwt_or_key',
      scope: 'catalog:read',
      role: 'viewer',
      workspace: 'header',
    }),
  }),
};
