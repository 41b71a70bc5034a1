import { z } from 'zod';
import { area } from '../area.ts';
import { listOf, objectOf } from '../envelope.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../example.ts';
import { LocaleCode } from '../locale-code.ts';
import { DateTime, Empty, Flag, Fraction, keptWhenNull, Name, object, Uuid } from '../primitives.ts';
import { pagedQuery } from '../query.ts';

/** A workspace slug: lowercase words joined by hyphens, 1 to 50 characters. */
export const Slug = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: 'Must have lowercase letters and digits, joined by single hyphens.',
  });
export type Slug = z.infer<typeof Slug>;

const ColorIndex = z.int().min(0).max(6).describe('A position in a palette of seven colors.');

const ROUTING_FIT =
  'Whether provider selection considers how well each model suits the texts: a take that a check rejects counts against its model in that locale. With `false`, only failed requests count.';

export const Workspace = object(
  'Workspace',
  'A workspace. Workflows, keys, uploads and members belong to it.',
  {
    id: Uuid,
    name: z.string(),
    slug: z.string(),
    color_idx: ColorIndex,
    created_by: Uuid.describe('The owner, whose plan sets limits and credits.'),
    created_at: DateTime,
    updated_at: DateTime,
    routing_price_sensitivity: Fraction.describe('From 0 (best voice) to 1 (lowest price).'),
    routing_llm_fit: Flag.describe(ROUTING_FIT),
  },
);
export type Workspace = z.infer<typeof Workspace>;

export const CreateWorkspace = object('CreateWorkspace', 'A new workspace.', {
  name: Name,
  slug: Slug.optional().describe('Default: derived from the name.'),
  color_idx: ColorIndex.optional(),
  routing_price_sensitivity: Fraction.optional().describe('From 0 (best voice) to 1 (lowest price).'),
  routing_llm_fit: Flag.optional().describe(ROUTING_FIT),
});
export type CreateWorkspace = z.infer<typeof CreateWorkspace>;

/** The fields of a workspace to change. */
export const UpdateWorkspace = CreateWorkspace.extend({
  name: keptWhenNull(Name),
  slug: Slug.optional(),
}).meta({ id: 'UpdateWorkspace', description: 'The fields to change.' });
export type UpdateWorkspace = z.infer<typeof UpdateWorkspace>;

/** Whether a slug is available. Another user may still take it first. */
export const SlugAvailability = object('SlugAvailability', 'Whether a slug is available.', {
  slug: z.string(),
  available: Flag,
});
export type SlugAvailability = z.infer<typeof SlugAvailability>;

const Theme = z.enum(['light', 'dark', 'system']);

export const WorkspaceSettings = object(
  'WorkspaceSettings',
  'User interface settings that the members of a workspace share.',
  {
    default_language: LocaleCode.nullable().describe(
      'The language that the studio suggests for a script whose language cannot be detected. Null if not set.',
    ),
    theme: Theme.nullable().describe('The colors of the studio. Null and `system` mean those of the device.'),
  },
);
export type WorkspaceSettings = z.infer<typeof WorkspaceSettings>;

export const UpdateWorkspaceSettings = WorkspaceSettings.partial().meta({
  id: 'UpdateWorkspaceSettings',
  description: 'The settings to change. Null clears a setting.',
});
export type UpdateWorkspaceSettings = z.infer<typeof UpdateWorkspaceSettings>;

example(Workspace, {
  id: ids.ws_id,
  name: 'Harbor Tales',
  slug: 'harbor-tales',
  color_idx: 3,
  created_by: ids.user_id,
  ...TIMES,
  routing_price_sensitivity: 0.25,
  routing_llm_fit: true,
});
example(CreateWorkspace, { name: 'Harbor Tales', slug: 'harbor-tales', color_idx: 3 });
example(UpdateWorkspace, { name: 'Harbor Tales, season two', routing_price_sensitivity: 0.5 });
example(SlugAvailability, { slug: 'harbor-tales', available: true });
example(WorkspaceSettings, { default_language: 'en-us', theme: 'dark' });
example(UpdateWorkspaceSettings, { default_language: 'de-de', theme: null });

const access = { auth: 'jwt', scope: null, role: null, workspace: 'none' } as const;

const byKey = { auth: 'jwt_or_key', scope: 'workspace:read' } as const;

const reads = { ...byKey, role: 'viewer', workspace: 'path' } as const;

const writes = { role: 'admin', workspace: 'path' } as const;

/** Workspaces of the caller. */
export const workspaces = area('workspaces', access, {
  list: {
    endpoint: 'GET /api/v1/workspaces',
    ...byKey,
    summary: 'List workspaces',
    description:
      'Returns the workspaces that the caller is a member of, the personal one first. For an API key, returns only its workspace.',
    query: pagedQuery({}),
    responses: { 200: listOf(Workspace) },
  },
  create: {
    endpoint: 'POST /api/v1/workspaces',
    summary: 'Create a workspace',
    description: 'The caller becomes the owner. The plan limits how many workspaces a user can own.',
    body: CreateWorkspace,
    responses: { 201: objectOf(Workspace) },
    errors: ['PLAN_LIMIT_REACHED', 'WORKSPACE_SLUG_TAKEN'],
  },
  slugAvailable: {
    endpoint: 'GET /api/v1/workspaces/slug-available',
    ...byKey,
    summary: 'Check whether a slug is available',
    description: 'The result is advisory: another user may take the slug before it is used.',
    query: z.object({
      slug: Slug.meta({ description: 'A slug that a workspace could get.', examples: ['harbor-tales'] }),
    }),
    responses: { 200: objectOf(SlugAvailability) },
  },
  get: {
    endpoint: 'GET /api/v1/workspaces/:ws_id',
    ...reads,
    summary: 'Get a workspace',
    description: 'Only for members of the workspace.',
    etag: true,
    responses: { 200: objectOf(Workspace) },
  },
  update: {
    endpoint: 'PATCH /api/v1/workspaces/:ws_id',
    ...writes,
    summary: 'Update a workspace',
    description: 'Changes only the fields in the request.',
    body: UpdateWorkspace,
    responses: { 200: objectOf(Workspace) },
    errors: ['WORKSPACE_SLUG_TAKEN', 'PRECONDITION_FAILED'],
  },
  delete: {
    endpoint: 'DELETE /api/v1/workspaces/:ws_id',
    ...writes,
    summary: 'Delete a workspace',
    description: 'Only for the owner. Cancels active runs. A personal workspace cannot be deleted.',
    responses: { 200: objectOf(Empty) },
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
  },
  getSettings: {
    endpoint: 'GET /api/v1/workspaces/:ws_id/settings',
    ...reads,
    summary: 'Get the settings of a workspace',
    description: 'A setting without a value is null.',
    etag: true,
    responses: { 200: objectOf(WorkspaceSettings) },
  },
  updateSettings: {
    endpoint: 'PATCH /api/v1/workspaces/:ws_id/settings',
    ...writes,
    summary: 'Update the settings of a workspace',
    description: 'Changes only the fields in the request. Null clears a setting.',
    body: UpdateWorkspaceSettings,
    responses: { 200: objectOf(WorkspaceSettings) },
    errors: ['PRECONDITION_FAILED'],
  },
});
