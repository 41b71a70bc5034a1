import { z } from 'zod';
import { listOf, objectOf } from '../../envelope.ts';
import { idempotencyHeader, matchHeader, meta, noneMatchHeader, route } from '../../kit.ts';
import { DateTime, Empty, Fraction, keptWhenNull, Name, Uuid } from '../../primitives.ts';
import { pagedQuery } from '../../query.ts';
import { LocaleCode } from '../text/locales.ts';

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

/** The fields of a workspace to change; the others stay. */
export const UpdateWorkspace = CreateWorkspace.extend({
  name: keptWhenNull(Name),
  slug: Slug.optional(),
}).meta({ id: 'UpdateWorkspace', description: 'The fields to change; the others stay.' });
/** The fields of a workspace to change. */
export type UpdateWorkspace = z.infer<typeof UpdateWorkspace>;

/** Whether a slug can still be had. Advice: somebody else may take it meanwhile. */
export const SlugAvailability = z
  .object({ slug: z.string(), available: z.boolean() })
  .meta({ id: 'SlugAvailability', description: 'Whether a slug can still be had.' });
/** Whether a slug can still be had. */
export type SlugAvailability = z.infer<typeof SlugAvailability>;

const Theme = z.enum(['light', 'dark', 'system']);

/** What the members of a workspace share in their user interface. Null: not set. */
export const WorkspaceSettings = z
  .object({
    default_language: LocaleCode.nullable().describe('The language that new scripts are offered in.'),
    theme: Theme.nullable(),
  })
  .meta({ id: 'WorkspaceSettings', description: 'What members share in their user interface.' });
/** What the members of a workspace share in their user interface. */
export type WorkspaceSettings = z.infer<typeof WorkspaceSettings>;

/** The settings to change; the others stay, null takes one back. */
export const UpdateWorkspaceSettings = WorkspaceSettings.partial().meta({
  id: 'UpdateWorkspaceSettings',
  description: 'The settings to change; null takes one back.',
});
/** The settings to change. */
export type UpdateWorkspaceSettings = z.infer<typeof UpdateWorkspaceSettings>;

const WorkspaceParams = z.object({ ws_id: Uuid });

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
  slugAvailable: route({
    method: 'GET',
    path: '/api/v1/workspaces/slug-available',
    summary: 'Ask whether a slug is free',
    description: 'Advice only: the slug may be gone when it is used.',
    query: z.object({ slug: Slug.meta({ examples: ['harbor-tales'] }) }),
    responses: { 200: objectOf(SlugAvailability) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'workspaces.slug_available', role: null, workspace: 'none' }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/workspaces/:ws_id',
    summary: 'Get a workspace',
    description: 'For its members.',
    pathParams: WorkspaceParams,
    headers: noneMatchHeader,
    responses: { 200: objectOf(Workspace) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'workspaces.get', role: 'viewer', workspace: 'path' }),
  }),
  update: route({
    method: 'PATCH',
    path: '/api/v1/workspaces/:ws_id',
    summary: 'Change a workspace',
    description: 'Changes only the fields that are given; `{}` changes nothing.',
    pathParams: WorkspaceParams,
    headers: matchHeader,
    body: UpdateWorkspace,
    responses: { 200: objectOf(Workspace) },
    errors: ['WORKSPACE_SLUG_TAKEN', 'PRECONDITION_FAILED'],
    metadata: meta({ ...shared, operationId: 'workspaces.update', role: 'admin', workspace: 'path' }),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v1/workspaces/:ws_id',
    summary: 'Delete a workspace',
    description: 'For its owner. Its active runs are cancelled. A personal workspace stays.',
    pathParams: WorkspaceParams,
    headers: matchHeader,
    responses: { 200: objectOf(Empty) },
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
    metadata: meta({ ...shared, operationId: 'workspaces.delete', role: 'admin', workspace: 'path' }),
  }),
  getSettings: route({
    method: 'GET',
    path: '/api/v1/workspaces/:ws_id/settings',
    summary: 'Get the settings of a workspace',
    description: 'Null where nothing was set.',
    pathParams: WorkspaceParams,
    headers: noneMatchHeader,
    responses: { 200: objectOf(WorkspaceSettings) },
    errors: [],
    metadata: meta({ ...shared, operationId: 'workspaces.get_settings', role: 'viewer', workspace: 'path' }),
  }),
  updateSettings: route({
    method: 'PATCH',
    path: '/api/v1/workspaces/:ws_id/settings',
    summary: 'Change the settings of a workspace',
    description: 'Changes only the fields that are given; `{}` changes nothing, and null removes a setting.',
    pathParams: WorkspaceParams,
    headers: matchHeader,
    body: UpdateWorkspaceSettings,
    responses: { 200: objectOf(WorkspaceSettings) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({
      ...shared,
      operationId: 'workspaces.update_settings',
      role: 'admin',
      workspace: 'path',
    }),
  }),
};
