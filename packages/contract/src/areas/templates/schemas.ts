import { z } from 'zod';
import { DefinitionInput } from '../../definition.ts';
import { WorkflowDefinition } from '../../definition-shape.ts';
import { Count, DateTime, keptWhenNull, Name, Uuid } from '../../primitives.ts';
import { pagedQuery, QueryBoolean, repeated } from '../../query.ts';
import { SpeechProviderId } from '../providers/ids.ts';

export const TemplateCategory = z
  .enum(['media', 'creative', 'business', 'education', 'wellness'])
  .meta({ id: 'TemplateCategory', description: 'What a template is for.' });
export type TemplateCategory = z.infer<typeof TemplateCategory>;

/** A workflow to start from. It does not name its workspace. */
export const Template = z
  .object({
    id: Uuid,
    name: z.string(),
    definition: WorkflowDefinition,
    is_starter: z.boolean().describe('Whether the template comes with the service. It is then read-only.'),
    is_public: z.boolean().describe('Whether the template is visible in every workspace.'),
    uses_count: Count.describe('How many times the template was cloned.'),
    created_at: DateTime,
    updated_at: DateTime,
    description: z.string().nullable().describe('Null if there is no description.'),
    category: TemplateCategory.nullable().describe('Null if there is no category.'),
    is_favorite: z.boolean().describe('Whether it is a favorite of the user.'),
    created_by: Uuid.describe('The author.'),
  })
  .meta({ id: 'Template', description: 'A workflow to start from.' });
export type Template = z.infer<typeof Template>;

const Description = z.string().max(2000).nullable();

/** A new template. Without a definition it has an empty graph. */
export const CreateTemplate = z
  .object({
    name: Name,
    description: Description.optional(),
    category: TemplateCategory.nullable().optional().describe('Null means no category.'),
    definition: DefinitionInput.optional().describe('Default: an empty graph.'),
  })
  .meta({ id: 'CreateTemplate', description: 'A new template.' });
export type CreateTemplate = z.input<typeof CreateTemplate>;

/** The fields of a template to change. */
export const UpdateTemplate = z
  .object({
    name: keptWhenNull(Name),
    description: Description.optional().describe('Null removes it.'),
    category: TemplateCategory.nullable().optional().describe('Null removes it.'),
    definition: DefinitionInput.optional().describe('Replaces the stored definition. Null is rejected.'),
  })
  .meta({ id: 'UpdateTemplate', description: 'The fields to change.' });
export type UpdateTemplate = z.input<typeof UpdateTemplate>;

export const CloneTemplate = z
  .object({
    name: z
      .string()
      .trim()
      .max(200)
      .nullable()
      .optional()
      .describe(
        'Default: the name of the template with ` (Copy)` appended. A blank name also gets the default.',
      ),
  })
  .meta({ id: 'CloneTemplate', description: 'The name of the new workflow.' });
export type CloneTemplate = z.input<typeof CloneTemplate>;

const Rate = z.number().min(0).nullable();

export const TemplateEstimate = z
  .object({
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
  })
  .meta({ id: 'TemplateEstimate', description: 'The credits per 1,000 characters of script.' });
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
