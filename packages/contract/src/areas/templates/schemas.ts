import { z } from 'zod';
import { DefinitionInput } from '../../definition.ts';
import { WorkflowDefinition } from '../../definition-shape.ts';
import { object, oneOf } from '../../named.ts';
import { Count, DateTime, Flag, keptWhenNull, Name, Uuid } from '../../primitives.ts';
import { pagedQuery, QueryBoolean, repeated } from '../../query.ts';
import { SpeechProviderId } from '../providers/ids.ts';

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
  is_starter: Flag.describe('Whether the template comes with the service. It is then read-only.'),
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

/** A new template. Without a definition it has an empty graph. */
export const CreateTemplate = object('CreateTemplate', 'A new template.', {
  name: Name,
  description: Description.optional(),
  category: TemplateCategory.nullable().optional().describe('Null means no category.'),
  definition: DefinitionInput.optional().describe('Default: an empty graph.'),
});
export type CreateTemplate = z.input<typeof CreateTemplate>;

/** The fields of a template to change. */
export const UpdateTemplate = object('UpdateTemplate', 'The fields to change.', {
  name: keptWhenNull(Name),
  description: Description.optional().describe('Null removes it.'),
  category: TemplateCategory.nullable().optional().describe('Null removes it.'),
  definition: DefinitionInput.optional().describe('Replaces the stored definition. Null is rejected.'),
});
export type UpdateTemplate = z.input<typeof UpdateTemplate>;

export const CloneTemplate = object('CloneTemplate', 'The name of the new workflow.', {
  name: z
    .string()
    .trim()
    .max(200)
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
        max_retries: Count.describe('Retries of all checks that can send a line back to the generator.'),
      }),
    )
    .describe('The rate of each generator.'),
});
export type TemplateEstimate = z.infer<typeof TemplateEstimate>;

/** Filters and order of the template lists. Repeated categories are OR, different filters AND. */
export const TemplateListQuery = pagedQuery({
  category: repeated(TemplateCategory).optional().describe('Return only templates in these categories.'),
  search: z
    .string()
    .max(100)
    .optional()
    .meta({
      description: 'Text in the name or the description. White space around it is removed.',
      examples: ['trailer'],
    }),
  sort: z
    .enum(['recent', 'popular', 'name'])
    .default('recent')
    .describe('`recent`: newest first. `popular`: most cloned first. `name`: by name.'),
  favorites_only: QueryBoolean.default(false).describe('Return only favorites of the user.'),
});
export type TemplateListQuery = z.output<typeof TemplateListQuery>;
