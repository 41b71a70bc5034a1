import { z } from 'zod';
import { area } from '../area.ts';
import { DefinitionInput } from '../definition.ts';
import { WorkflowDefinition } from '../definition-shape.ts';
import { listOf, objectOf } from '../envelope.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../example.ts';
import {
  blankOrName,
  Count,
  DateTime,
  Empty,
  Flag,
  keptWhenNull,
  Name,
  object,
  oneOf,
  Uuid,
} from '../primitives.ts';
import { PaidBy, SpeechProviderId } from '../providers.ts';
import { pagedQuery, QueryBoolean, repeated, textFilter } from '../query.ts';
import { EXAMPLE_DEFINITION, EXAMPLE_INPUT, EXAMPLE_NODES } from './workflows/example-definition.ts';
import { Workflow } from './workflows/schemas.ts';

export const TemplateCategory = oneOf('TemplateCategory', 'What a template is for.', [
  'media',
  'creative',
  'business',
  'education',
  'wellness',
]);
export type TemplateCategory = z.infer<typeof TemplateCategory>;

/** A workflow to start from. It does not name its workspace. */
export const Template = object('Template', 'A workflow to start from.', {
  id: Uuid,
  name: z.string(),
  definition: WorkflowDefinition,
  is_starter: Flag.describe('Whether the template is part of the service and therefore read-only.'),
  is_public: Flag.describe('Whether the template is visible in every workspace.'),
  uses_count: Count.describe('How many times the template was cloned.'),
  created_at: DateTime,
  updated_at: DateTime,
  description: z.string().nullable().describe('Null if there is no description.'),
  category: TemplateCategory.nullable().describe('Null if there is no category.'),
  is_favorite: Flag.describe('Whether it is a favorite of the user.'),
  created_by: Uuid.describe('The author.'),
});
export type Template = z.infer<typeof Template>;

const Description = z.string().max(2000).nullable();

export const CreateTemplate = object('CreateTemplate', 'A new template.', {
  name: Name,
  description: Description.optional(),
  category: TemplateCategory.nullable().optional().describe('Null means no category.'),
  definition: DefinitionInput.optional().describe('Default: an empty graph.'),
});
export type CreateTemplate = z.input<typeof CreateTemplate>;

export const UpdateTemplate = object('UpdateTemplate', 'The fields to change.', {
  name: keptWhenNull(Name),
  description: Description.optional().describe('Null removes it.'),
  category: TemplateCategory.nullable().optional().describe('Null removes it.'),
  definition: DefinitionInput.optional().describe('Replaces the stored definition. Null is rejected.'),
});
export type UpdateTemplate = z.input<typeof UpdateTemplate>;

export const CloneTemplate = object('CloneTemplate', 'The name of the new workflow.', {
  name: blankOrName(200)
    .nullable()
    .optional()
    .describe(
      'Default: the name of the template with ` (Copy)` appended. A blank name also gets the default.',
    ),
});
export type CloneTemplate = z.input<typeof CloneTemplate>;

const Rate = z.number().min(0).nullable();

export const TemplateEstimate = object('TemplateEstimate', 'The credits per 1,000 characters of script.', {
  template_id: Uuid,
  credits_per_1000_characters: Rate.describe(
    'The cost if each generator synthesizes each line once. Null if a provider is not set up.',
  ),
  max_credits_per_1000_characters: Rate.describe(
    'The cost if every retry is used. Null if a provider is not set up.',
  ),
  generators: z
    .array(
      z.object({
        node_id: Uuid,
        provider: SpeechProviderId,
        model: z.string().nullable().describe('Null if the provider is not set up or has no such model.'),
        credits_per_1000_characters: Rate.describe('The rate of the model. Null if unknown.'),
        paid_by: PaidBy.nullable().describe('Who pays the provider. Null if the rate is unknown.'),
        max_retries: Count.describe('Retries of all checks that can send a line back to the generator.'),
      }),
    )
    .describe('The rate of each generator.'),
});
export type TemplateEstimate = z.infer<typeof TemplateEstimate>;

/** Filters and order of the template lists. Repeated categories are OR, different filters AND. */
export const TemplateListQuery = pagedQuery({
  category: repeated(TemplateCategory).optional().describe('Return only templates in these categories.'),
  search: textFilter('Text in the name or the description. White space around it is removed.', {
    max: 100,
    example: 'trailer',
  }),
  sort: z
    .enum(['recent', 'popular', 'name'])
    .default('recent')
    .describe('`recent`: newest first. `popular`: most cloned first. `name`: by name.'),
  favorites_only: QueryBoolean.default(false).describe('Return only favorites of the user.'),
});
export type TemplateListQuery = z.output<typeof TemplateListQuery>;

example(Template, {
  id: ids.template_id,
  name: 'Trailer',
  definition: EXAMPLE_DEFINITION,
  is_starter: false,
  is_public: false,
  uses_count: 4,
  ...TIMES,
  description: 'One voice, a short script.',
  category: 'media',
  is_favorite: true,
  created_by: ids.user_id,
});
example(CreateTemplate, {
  name: 'Trailer',
  description: 'One voice, a short script.',
  category: 'media',
  definition: EXAMPLE_INPUT,
});
example(UpdateTemplate, { name: 'Short trailer', category: null });
example(CloneTemplate, { name: 'Trailer of March' });
example(TemplateEstimate, {
  template_id: ids.template_id,
  credits_per_1000_characters: 10,
  max_credits_per_1000_characters: 10,
  generators: [
    {
      node_id: EXAMPLE_NODES.generator,
      provider: 'espeak',
      model: 'espeak-ng',
      credits_per_1000_characters: 10,
      paid_by: 'none',
      max_retries: 0,
    },
  ],
});

const writes = { auth: 'jwt', scope: null, role: 'editor' } as const;

/** For every user, without a workspace. */
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
    description: 'Succeeds even if the template does not exist or is not a favorite. Idempotent.',
    responses: { 200: objectOf(Empty) },
  },
});
