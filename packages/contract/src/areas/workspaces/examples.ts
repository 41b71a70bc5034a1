import { example, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import {
  CreateWorkspace,
  SlugAvailability,
  UpdateWorkspace,
  UpdateWorkspaceSettings,
  Workspace,
  WorkspaceSettings,
} from './schemas.ts';

/** Examples of workspaces. */
export const workspaceExamples = [
  example(Workspace, {
    id: ids.ws_id,
    name: 'Harbor Tales',
    slug: 'harbor-tales',
    color_idx: 3,
    created_by: ids.user_id,
    ...TIMES,
    routing_price_sensitivity: 0.25,
    routing_llm_fit: true,
  }),
  example(CreateWorkspace, { name: 'Harbor Tales', slug: 'harbor-tales', color_idx: 3 }),
  example(UpdateWorkspace, { name: 'Harbor Tales, season two', routing_price_sensitivity: 0.5 }),
  example(SlugAvailability, { slug: 'harbor-tales', available: true }),
  example(WorkspaceSettings, { default_language: 'en-us', theme: 'dark' }),
  example(UpdateWorkspaceSettings, { default_language: 'de-de', theme: null }),
];
