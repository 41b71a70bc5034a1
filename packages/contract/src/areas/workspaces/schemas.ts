import { z } from 'zod';
import { DateTime, Fraction, keptWhenNull, Name, Uuid } from '../../primitives.ts';
import { LocaleCode } from '../text/locales.ts';

/** A workspace slug: lowercase words joined by hyphens, 1-50 characters. */
export const Slug = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'A slug is lowercase letters and digits, joined by hyphens.' });
/** A workspace slug: lowercase words joined by hyphens, 1-50 characters. */
export type Slug = z.infer<typeof Slug>;

const ColorIndex = z.int().min(0).max(6);

/** A workspace: what workflows, keys, uploads and members belong to. */
export const Workspace = z
  .object({
    id: Uuid,
    name: z.string(),
    slug: z.string(),
    color_idx: ColorIndex,
    created_by: Uuid.describe('The owner, whose plan sets limits and credits.'),
    created_at: DateTime,
    updated_at: DateTime,
    routing_price_sensitivity: Fraction.describe('0 = the best voice, 1 = the cheapest.'),
    routing_llm_fit: z.boolean(),
  })
  .meta({ id: 'Workspace', description: 'What workflows, keys, uploads and members belong to.' });
/** A workspace. */
export type Workspace = z.infer<typeof Workspace>;

/** A new workspace. The slug is made from the name when left out. */
export const CreateWorkspace = z
  .object({
    name: Name,
    slug: Slug.optional().describe('Made from the name when left out.'),
    color_idx: ColorIndex.optional(),
    routing_price_sensitivity: Fraction.optional(),
    routing_llm_fit: z.boolean().optional(),
  })
  .meta({ id: 'CreateWorkspace', description: 'A new workspace.' });
/** A new workspace. */
export type CreateWorkspace = z.infer<typeof CreateWorkspace>;

/** The fields of a workspace to change; the others stay. */
export const UpdateWorkspace = CreateWorkspace.extend({
  name: keptWhenNull(Name),
  slug: Slug.optional(),
}).meta({ id: 'UpdateWorkspace', description: 'The fields to change; the others stay.' });
/** The fields of a workspace to change. */
export type UpdateWorkspace = z.infer<typeof UpdateWorkspace>;

/** Whether a slug can still be had. Advice: somebody else may take it meanwhile. */
export const SlugAvailability = z
  .object({ slug: z.string(), available: z.boolean() })
  .meta({ id: 'SlugAvailability', description: 'Whether a slug can still be had.' });
/** Whether a slug can still be had. */
export type SlugAvailability = z.infer<typeof SlugAvailability>;

const Theme = z.enum(['light', 'dark', 'system']);

/** What the members of a workspace share in their user interface. Null: not set. */
export const WorkspaceSettings = z
  .object({
    default_language: LocaleCode.nullable().describe('The language that new scripts are offered in.'),
    theme: Theme.nullable(),
  })
  .meta({ id: 'WorkspaceSettings', description: 'What members share in their user interface.' });
/** What the members of a workspace share in their user interface. */
export type WorkspaceSettings = z.infer<typeof WorkspaceSettings>;

/** The settings to change; the others stay, null takes one back. */
export const UpdateWorkspaceSettings = WorkspaceSettings.partial().meta({
  id: 'UpdateWorkspaceSettings',
  description: 'The settings to change; null takes one back.',
});
/** The settings to change. */
export type UpdateWorkspaceSettings = z.infer<typeof UpdateWorkspaceSettings>;
