import { z } from 'zod';
import { listOf, objectOf } from '../../envelope.ts';
import {
  c,
  carriesDefinition,
  idempotencyHeader,
  meta,
  route,
  workspaceHeader,
  workspaceMatchHeaders,
  workspaceNoneMatchHeaders,
  workspacePostHeaders,
} from '../../kit.ts';
import { Empty, Uuid } from '../../primitives.ts';
import { Workflow } from '../workflows/schemas.ts';
import {
  CloneTemplate,
  CreateTemplate,
  Template,
  TemplateEstimate,
  TemplateListQuery,
  UpdateTemplate,
} from './schemas.ts';

const TemplateParams = z.object({ template_id: Uuid });

const shared = { area: 'templates', idempotent: false, success: 200 } as const;

const open = { ...shared, scope: null, role: null, auth: 'jwt', workspace: 'none' } as const;

const reads = {
  ...shared,
  scope: 'templates:read',
  role: 'viewer',
  auth: 'jwt_or_key',
  workspace: 'header',
} as const;

const writes = { ...shared, scope: null, role: 'editor', auth: 'jwt', workspace: 'header' } as const;

const paged = { counted: false, defaultLimit: 20 } as const;

/** The gallery of templates, and those of a workspace. */
export const templates = {
  list: route({
    method: 'GET',
    path: '/api/v1/templates',
    summary: 'List public templates',
    description:
      'Returns public and starter templates. With `favorites_only`, also private ones of the workspaces that the caller belongs to.',
    query: TemplateListQuery,
    responses: { 200: listOf(Template) },
    metadata: meta({ ...reads, operationId: 'templates.list', role: null, workspace: 'none', paged }),
  }),
  mine: route({
    method: 'GET',
    path: '/api/v1/users/me/templates',
    summary: 'List your templates',
    description: 'Returns the templates that the caller owns in the workspace.',
    headers: workspaceHeader,
    query: TemplateListQuery,
    responses: { 200: listOf(Template) },
    metadata: meta({ ...writes, operationId: 'templates.mine', role: 'viewer', paged }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/templates',
    summary: 'Create a template',
    description:
      'Creates a private template of the workspace. The definition is validated like that of a workflow: the response lists all errors with their paths.',
    headers: workspacePostHeaders,
    body: CreateTemplate,
    responses: { 201: objectOf(Template) },
    metadata: meta({
      ...writes,
      ...carriesDefinition,
      operationId: 'templates.create',
      success: 201,
      idempotent: true,
    }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/templates/:template_id',
    summary: 'Get a template',
    description: 'Returns a template of the workspace, or a public or starter template.',
    pathParams: TemplateParams,
    headers: workspaceNoneMatchHeaders,
    responses: { 200: objectOf(Template) },
    metadata: meta({ ...reads, operationId: 'templates.get' }),
  }),
  update: route({
    method: 'PATCH',
    path: '/api/v1/templates/:template_id',
    summary: 'Update a template',
    description:
      'Changes only the fields in the request. Only the owner can change a template: its author or, if the author is no longer a member, the owner of its workspace. Starter templates are read-only.',
    pathParams: TemplateParams,
    headers: workspaceMatchHeaders,
    body: UpdateTemplate,
    responses: { 200: objectOf(Template) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({ ...writes, ...carriesDefinition, operationId: 'templates.update' }),
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/v1/templates/:template_id',
    summary: 'Delete a template',
    description:
      'Only the owner can delete a template: its author or, if the author is no longer a member, the owner of its workspace. Workflows created from it remain. Starter templates are read-only.',
    pathParams: TemplateParams,
    headers: workspaceMatchHeaders,
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
    metadata: meta({ ...writes, operationId: 'templates.delete' }),
  }),
  clone: route({
    method: 'POST',
    path: '/api/v1/templates/:template_id/clone',
    summary: 'Create a workflow from a template',
    description:
      'Copies the description and definition into a new workflow of the workspace, and increments `uses_count`.',
    pathParams: TemplateParams,
    headers: workspacePostHeaders,
    body: CloneTemplate.prefault({}),
    responses: { 201: objectOf(Workflow) },
    metadata: meta({
      ...reads,
      operationId: 'templates.clone',
      scope: 'workflows:write',
      role: 'editor',
      success: 201,
      idempotent: true,
    }),
  }),
  estimate: route({
    method: 'GET',
    path: '/api/v1/templates/:template_id/estimate',
    summary: 'Estimate a template',
    description:
      'Returns the credits per 1,000 characters of script. To estimate a specific script, use `workflows.preview`.',
    pathParams: TemplateParams,
    headers: workspaceHeader,
    responses: { 200: objectOf(TemplateEstimate) },
    metadata: meta({ ...reads, operationId: 'templates.estimate' }),
  }),
  favorite: route({
    method: 'POST',
    path: '/api/v1/templates/:template_id/favorite',
    summary: 'Add a template to your favorites',
    description:
      'Applies to the user in all workspaces. The template must be public, a starter template, or in a workspace that the caller belongs to.',
    pathParams: TemplateParams,
    headers: idempotencyHeader,
    body: c.noBody(),
    responses: { 200: objectOf(Template) },
    errors: ['NOT_FOUND'],
    metadata: meta({ ...open, operationId: 'templates.favorite', idempotent: true }),
  }),
  unfavorite: route({
    method: 'DELETE',
    path: '/api/v1/templates/:template_id/favorite',
    summary: 'Remove a template from your favorites',
    description: 'Also succeeds if the template does not exist or is not a favorite. Idempotent.',
    pathParams: TemplateParams,
    responses: { 200: objectOf(Empty) },
    metadata: meta({ ...open, operationId: 'templates.unfavorite' }),
  }),
};
