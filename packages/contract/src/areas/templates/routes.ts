import { area } from '../../area.ts';
import { listOf, objectOf } from '../../envelope.ts';
import { Empty } from '../../primitives.ts';
import { Workflow } from '../workflows/schemas.ts';
import {
  CloneTemplate,
  CreateTemplate,
  Template,
  TemplateEstimate,
  TemplateListQuery,
  UpdateTemplate,
} from './schemas.ts';

const writes = { auth: 'jwt', scope: null, role: 'editor' } as const;

/** For users, in every workspace. */
const open = { auth: 'jwt', scope: null, role: null, workspace: 'none' } as const;

const access = { auth: 'jwt_or_key', scope: 'templates:read', role: 'viewer', workspace: 'header' } as const;

/** The gallery of templates, and those of a workspace. */
export const templates = area('templates', access, {
  list: {
    endpoint: 'GET /api/v1/templates',
    role: null,
    workspace: 'none',
    summary: 'List public templates',
    description:
      'Returns public and starter templates. With `favorites_only`, also private ones of the workspaces that the caller belongs to.',
    query: TemplateListQuery,
    responses: { 200: listOf(Template) },
  },
  mine: {
    endpoint: 'GET /api/v1/users/me/templates',
    ...writes,
    role: 'viewer',
    summary: 'List your templates',
    description: 'Returns the templates that the caller owns in the workspace.',
    query: TemplateListQuery,
    responses: { 200: listOf(Template) },
  },
  create: {
    endpoint: 'POST /api/v1/templates',
    ...writes,
    summary: 'Create a template',
    description:
      'Creates a private template of the workspace. The definition is validated like that of a workflow: the response lists all errors with their paths.',
    body: CreateTemplate,
    responses: { 201: objectOf(Template) },
  },
  get: {
    endpoint: 'GET /api/v1/templates/:template_id',
    summary: 'Get a template',
    description: 'Returns a template of the workspace, or a public or starter template.',
    etag: true,
    responses: { 200: objectOf(Template) },
  },
  update: {
    endpoint: 'PATCH /api/v1/templates/:template_id',
    ...writes,
    summary: 'Update a template',
    description:
      'Changes only the fields in the request. Only the owner can change a template: its author or, if the author is no longer a member, the owner of its workspace. Starter templates are read-only.',
    body: UpdateTemplate,
    responses: { 200: objectOf(Template) },
    errors: ['PRECONDITION_FAILED'],
  },
  delete: {
    endpoint: 'DELETE /api/v1/templates/:template_id',
    ...writes,
    summary: 'Delete a template',
    description:
      'Only the owner can delete a template: its author or, if the author is no longer a member, the owner of its workspace. Workflows created from it remain. Starter templates are read-only.',
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
  },
  clone: {
    endpoint: 'POST /api/v1/templates/:template_id/clone',
    scope: 'workflows:write',
    role: 'editor',
    summary: 'Create a workflow from a template',
    description:
      'Copies the description and definition into a new workflow of the workspace, and increments `uses_count`.',
    body: CloneTemplate.prefault({}),
    responses: { 201: objectOf(Workflow) },
  },
  estimate: {
    endpoint: 'GET /api/v1/templates/:template_id/estimate',
    summary: 'Estimate a template',
    description:
      'Returns the credits per 1,000 characters of script. To estimate a specific script, use `workflows.preview`.',
    responses: { 200: objectOf(TemplateEstimate) },
  },
  favorite: {
    endpoint: 'POST /api/v1/templates/:template_id/favorite',
    ...open,
    summary: 'Add a template to your favorites',
    description:
      'Applies to the user in all workspaces. The template must be public, a starter template, or in a workspace that the caller belongs to.',
    responses: { 200: objectOf(Template) },
    errors: ['NOT_FOUND'],
  },
  unfavorite: {
    endpoint: 'DELETE /api/v1/templates/:template_id/favorite',
    ...open,
    summary: 'Remove a template from your favorites',
    description: 'Also succeeds if the template does not exist or is not a favorite. Idempotent.',
    responses: { 200: objectOf(Empty) },
  },
});
