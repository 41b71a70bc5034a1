import { z } from 'zod';
import { object } from '../../named.ts';
import { DateTime, Flag, Fraction, keptWhenNull, Name, Uuid } from '../../primitives.ts';
import { LocaleCode } from '../text/locales.ts';

/** A workspace slug: lowercase words joined by hyphens, 1 to 50 characters. */
export const Slug = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: 'Must have lowercase letters and digits, joined by single hyphens.',
  });
export type Slug = z.infer<typeof Slug>;

const ColorIndex = z.int().min(0).max(6).describe('A display color, from 0 to 6.');

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
    routing_llm_fit: Flag.describe('Whether provider selection considers how well a model suits the text.'),
  },
);
export type Workspace = z.infer<typeof Workspace>;

export const CreateWorkspace = object('CreateWorkspace', 'A new workspace.', {
  name: Name,
  slug: Slug.optional().describe('Default: derived from the name.'),
  color_idx: ColorIndex.optional(),
  routing_price_sensitivity: Fraction.optional().describe('From 0 (best voice) to 1 (lowest price).'),
  routing_llm_fit: Flag.optional().describe(
    'Whether provider selection considers how well a model suits the text.',
  ),
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

/** User interface settings that the members of a workspace share. Null means not set. */
export const WorkspaceSettings = object(
  'WorkspaceSettings',
  'User interface settings that the members of a workspace share.',
  {
    default_language: LocaleCode.nullable().describe(
      'The language to suggest for new scripts. Null if not set.',
    ),
    theme: Theme.nullable().describe('Null if not set.'),
  },
);
export type WorkspaceSettings = z.infer<typeof WorkspaceSettings>;

export const UpdateWorkspaceSettings = WorkspaceSettings.partial().meta({
  id: 'UpdateWorkspaceSettings',
  description: 'The settings to change. Null removes a setting.',
});
export type UpdateWorkspaceSettings = z.infer<typeof UpdateWorkspaceSettings>;
