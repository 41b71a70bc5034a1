import { z } from 'zod';
import { area } from '../../area.ts';
import { listOf, objectOf } from '../../envelope.ts';
import { Empty } from '../../primitives.ts';
import { pagedQuery } from '../../query.ts';
import {
  CreateWorkspace,
  Slug,
  SlugAvailability,
  UpdateWorkspace,
  UpdateWorkspaceSettings,
  Workspace,
  WorkspaceSettings,
} from './schemas.ts';

const access = { auth: 'jwt', scope: null, role: null, workspace: 'none' } as const;

const reads = { role: 'viewer', workspace: 'path' } as const;

const writes = { role: 'admin', workspace: 'path' } as const;

/** Workspaces of the caller. */
export const workspaces = area('workspaces', access, {
  list: {
    endpoint: 'GET /api/v1/workspaces',
    summary: 'List workspaces',
    description: 'Returns the workspaces that the caller is a member of, the personal one first.',
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
    summary: 'Check whether a slug is available',
    description: 'The result is advisory: another user may take the slug before it is used.',
    query: z.object({ slug: Slug.meta({ description: 'The slug to check.', examples: ['harbor-tales'] }) }),
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
    description: 'A setting that is not set is null.',
    etag: true,
    responses: { 200: objectOf(WorkspaceSettings) },
  },
  updateSettings: {
    endpoint: 'PATCH /api/v1/workspaces/:ws_id/settings',
    ...writes,
    summary: 'Update the settings of a workspace',
    description: 'Changes only the fields in the request. Null removes a setting.',
    body: UpdateWorkspaceSettings,
    responses: { 200: objectOf(WorkspaceSettings) },
    errors: ['PRECONDITION_FAILED'],
  },
});
