import { z } from 'zod';
import { DefinitionInput } from '../../definition.ts';
import { WorkflowDefinition } from '../../definition-shape.ts';
import { Count, DateTime, keptWhenNull, Name, Uuid } from '../../primitives.ts';
import { pagedQuery, QueryBoolean, repeated } from '../../query.ts';
import { SpeechProviderId } from '../providers/ids.ts';

/** What a template is for. */
export const TemplateCategory = z
  .enum(['media', 'creative', 'business', 'education', 'wellness'])
  .meta({ id: 'TemplateCategory', description: 'What a template is for.' });
/** What a template is for. */
export type TemplateCategory = z.infer<typeof TemplateCategory>;

/** A workflow to start from. It does not say which workspace it belongs to. */
export const Template = z
  .object({
    id: Uuid,
    name: z.string(),
    definition: WorkflowDefinition,
    is_starter: z.boolean().describe('Comes with the service and is read-only.'),
    is_public: z.boolean().describe('Visible in every workspace.'),
    uses_count: Count.describe('How often it was cloned.'),
    created_at: DateTime,
    updated_at: DateTime,
    description: z.string().nullable(),
    category: TemplateCategory.nullable(),
    is_favorite: z.boolean().describe('Of the calling user.'),
    created_by: Uuid.describe('The author.'),
  })
  .meta({ id: 'Template', description: 'A workflow to start from.' });
/** A workflow to start from. */
export type Template = z.infer<typeof Template>;

const Description = z.string().max(2000).nullable();

/** A new template. Without a definition it has an empty graph. */
export const CreateTemplate = z
  .object({
    name: Name,
    description: Description.optional(),
    category: TemplateCategory.nullable().optional(),
    definition: DefinitionInput.optional(),
  })
  .meta({ id: 'CreateTemplate', description: 'A new template.' });
/** A new template. */
export type CreateTemplate = z.input<typeof CreateTemplate>;

/** Some fields of a template. A null name changes nothing, a null description or category removes it. */
export const UpdateTemplate = z
  .object({
    name: keptWhenNull(Name),
    description: Description.optional().describe('null removes it.'),
    category: TemplateCategory.nullable().optional().describe('null removes it.'),
    definition: DefinitionInput.optional().describe('Replaces the stored one in full; null is rejected.'),
  })
  .meta({ id: 'UpdateTemplate', description: 'The fields to change; the others stay.' });
/** Some fields of a template. */
export type UpdateTemplate = z.input<typeof UpdateTemplate>;

/** What the workflow that is made from a template is called. */
export const CloneTemplate = z
  .object({
    name: z
      .string()
      .trim()
      .max(200)
      .nullable()
      .optional()
      .describe("The template's name with ` (Copy)` behind it when blank or left out."),
  })
  .meta({ id: 'CloneTemplate', description: 'What the new workflow is called.' });
/** What the workflow that is made from a template is called. */
export type CloneTemplate = z.input<typeof CloneTemplate>;

const Rate = z.number().min(0).nullable();

/** What 1,000 characters of a script cost in a template. */
export const TemplateEstimate = z
  .object({
    template_id: Uuid,
    credits_per_1000_characters: Rate.describe(
      'Every line spoken once by each generator it comes to; null where a provider is not set up.',
    ),
    max_credits_per_1000_characters: Rate.describe('The same with every retry used.'),
    generators: z.array(
      z.object({
        node_id: Uuid,
        provider: SpeechProviderId,
        model: z.string().nullable().describe('null where the provider is not set up or has no such model.'),
        credits_per_1000_characters: Rate.describe('Of the model; null where it is not known.'),
        max_retries: Count.describe('Retries of all checks that can send a line there.'),
      }),
    ),
  })
  .meta({ id: 'TemplateEstimate', description: 'What 1,000 characters of a script cost.' });
/** What 1,000 characters of a script cost in a template. */
export type TemplateEstimate = z.infer<typeof TemplateEstimate>;

/** Filters and order of the template lists. Repeated categories are OR, different filters AND. */
export const TemplateListQuery = pagedQuery({
  category: repeated(TemplateCategory).optional(),
  search: z
    .string()
    .max(100)
    .optional()
    .meta({
      description: 'Part of the name or the description. White space around it is removed.',
      examples: ['trailer'],
    }),
  sort: z
    .enum(['recent', 'popular', 'name'])
    .default('recent')
    .describe('Newest first, most cloned first, or by name.'),
  favorites_only: QueryBoolean.default(false).describe('Only favorites of the calling user.'),
});
/** Filters and order of the template lists, as the server reads them. */
export type TemplateListQuery = z.output<typeof TemplateListQuery>;
