import { example, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import { AcceptedInvite, CreateInvite, Invite, Member, UpdateMember } from '../members/schemas.ts';
import { Activity } from '../usage/routes.ts';
import {
  CreateWorkspace,
  SlugAvailability,
  UpdateWorkspace,
  UpdateWorkspaceSettings,
  Workspace,
  WorkspaceSettings,
} from './routes.ts';

/** Examples of workspaces, of who belongs to them, and of what was done there. */
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
  example(Member, {
    id: ids.member_id,
    user_id: ids.user_id,
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Winter',
    image_url: null,
    role: 'editor',
    last_active_at: '2026-03-02T09:40:00.000Z',
    status: 'active',
  }),
  example(UpdateMember, { role: 'viewer' }),
  example(Invite, {
    id: ids.invite_id,
    email: 'grace@example.com',
    role: 'editor',
    status: 'pending',
    expires_at: '2026-03-16T09:30:00.000Z',
    invited_by: ids.user_id,
    created_at: TIMES.created_at,
  }),
  example(CreateInvite, { email: 'grace@example.com', role: 'editor' }),
  example(AcceptedInvite, { workspace_id: ids.ws_id }),
  example(Activity, {
    id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d42',
    timestamp: TIMES.updated_at,
    user: { id: ids.user_id, name: 'Ada Winter' },
    action: 'workflow_run',
    kind: 'run_started',
    resource: { type: 'run', id: ids.run_id, name: 'Harbor lights' },
    metadata: { run_number: 12 },
    ip: '203.0.113.7',
  }),
];
