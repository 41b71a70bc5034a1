import { z } from 'zod';
import { listOf, objectOf } from '../../envelope.ts';
import { idempotencyHeader, matchHeader, meta, noneMatchHeader, route } from '../../kit.ts';
import { Empty, Uuid } from '../../primitives.ts';
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

const WorkspaceParams = z.object({ ws_id: Uuid });

const shared = { area: 'workspaces', auth: 'jwt', scope: null, idempotent: false, success: 200 } as const;

/** Workspaces of the caller. */
export const workspaces = {
  list: route({
    method: 'GET',
    path: '/api/v1/workspaces',
    summary: 'List workspaces',
    description: 'Returns the workspaces that the caller is a member of, the personal one first.',
    query: pagedQuery({}),
    responses: { 200: listOf(Workspace) },
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
    description: 'The caller becomes the owner. The plan limits how many workspaces a user can own.',
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
    summary: 'Check whether a slug is available',
    description: 'The result is advisory: another user may take the slug before it is used.',
    query: z.object({ slug: Slug.meta({ description: 'The slug to check.', examples: ['harbor-tales'] }) }),
    responses: { 200: objectOf(SlugAvailability) },
    metadata: meta({ ...shared, operationId: 'workspaces.slug_available', role: null, workspace: 'none' }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/workspaces/:ws_id',
    summary: 'Get a workspace',
    description: 'Only for members of the workspace.',
    pathParams: WorkspaceParams,
    headers: noneMatchHeader,
    responses: { 200: objectOf(Workspace) },
    metadata: meta({ ...shared, operationId: 'workspaces.get', role: 'viewer', workspace: 'path' }),
  }),
  update: route({
    method: 'PATCH',
    path: '/api/v1/workspaces/:ws_id',
    summary: 'Update a workspace',
    description: 'Changes only the fields in the request.',
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
    description: 'Only for the owner. Cancels active runs. A personal workspace cannot be deleted.',
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
    description: 'A setting that is not set is null.',
    pathParams: WorkspaceParams,
    headers: noneMatchHeader,
    responses: { 200: objectOf(WorkspaceSettings) },
    metadata: meta({ ...shared, operationId: 'workspaces.get_settings', role: 'viewer', workspace: 'path' }),
  }),
  updateSettings: route({
    method: 'PATCH',
    path: '/api/v1/workspaces/:ws_id/settings',
    summary: 'Update the settings of a workspace',
    description: 'Changes only the fields in the request. Null removes a setting.',
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
