import { z } from 'zod';
import { listOf, objectOf } from './envelope.ts';
import { idempotencyHeader, meta, route } from './kit.ts';
import { DateTime, Fraction, Name, Uuid } from './primitives.ts';
import { pagedQuery } from './query.ts';

/** A workspace slug: lowercase words joined by hyphens, 1-50 characters. */
export const Slug = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'A slug is lowercase letters and digits, joined by hyphens.' });
/** A workspace slug: lowercase words joined by hyphens, 1-50 characters. */
export type Slug = z.infer<typeof Slug>;

const ColorIndex = z.int().min(0).max(6);

/** A workspace: what workflows, keys, uploads and members belong to. */
export const Workspace = z
  .object({
    id: Uuid,
    name: z.string(),
    slug: z.string(),
    color_idx: ColorIndex,
    created_by: Uuid.describe('The owner, whose plan sets limits and credits.'),
    created_at: DateTime,
    updated_at: DateTime,
    routing_price_sensitivity: Fraction.describe('0 = the best voice, 1 = the cheapest.'),
    routing_llm_fit: z.boolean(),
  })
  .meta({ id: 'Workspace', description: 'What workflows, keys, uploads and members belong to.' });
/** A workspace. */
export type Workspace = z.infer<typeof Workspace>;

/** A new workspace. The slug is made from the name when left out. */
export const CreateWorkspace = z
  .object({
    name: Name,
    slug: Slug.optional().describe('Made from the name when left out.'),
    color_idx: ColorIndex.optional(),
    routing_price_sensitivity: Fraction.optional(),
    routing_llm_fit: z.boolean().optional(),
  })
  .meta({ id: 'CreateWorkspace', description: 'A new workspace.' });
/** A new workspace. */
export type CreateWorkspace = z.infer<typeof CreateWorkspace>;

const shared = { area: 'workspaces', auth: 'jwt', scope: null, idempotent: false, success: 200 } as const;

/** Workspaces of the caller. */
export const workspaces = {
  list: route({
    method: 'GET',
    path: '/api/v1/workspaces',
    summary: 'List workspaces',
    description: 'Workspaces that the caller is a member of, the personal one first.',
    query: pagedQuery({}),
    responses: { 200: listOf(Workspace) },
    errors: [],
    metadata: meta({
      ...shared,
      operationId: 'workspaces.list',
      role: null,
      workspace: 'none',
      paged: { counted: false, defaultLimit: 20 },
    }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/workspaces',
    summary: 'Create a workspace',
    description: 'The caller becomes its owner. The plan limits how many one person may own.',
    headers: idempotencyHeader,
    body: CreateWorkspace,
    responses: { 201: objectOf(Workspace) },
    errors: ['PLAN_LIMIT_REACHED', 'WORKSPACE_SLUG_TAKEN'],
    metadata: meta({
      ...shared,
      operationId: 'workspaces.create',
      role: null,
      workspace: 'none',
      idempotent: true,
      success: 201,
    }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/workspaces/:ws_id',
    summary: 'Get a workspace',
    description: 'For its members.',
    pathParams: z.object({ ws_id: Uuid }),
    responses: { 200: objectOf(Workspace) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'workspaces.get', role: 'viewer', workspace: 'path' }),
  }),
};
