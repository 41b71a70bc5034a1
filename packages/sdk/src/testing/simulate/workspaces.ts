import { blanks } from '../../generated/test-contract.ts';
import type { CreateWorkspace, Workspace } from '../../generated/types.ts';
import { ApiError, invalid, notFound } from '../api-error.ts';
import type { Caller, Handlers } from '../handler.ts';
import { listReply } from '../lists.ts';
import type { StoredWorkspace, World } from '../world.ts';
import { change, refuseEmpty, without } from './own.ts';
import { cancel } from './simulated-run.ts';

const view = (workspace: StoredWorkspace): Workspace => without(workspace, 'is_personal', 'settings');

function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 50)
      .replaceAll(/^-+|-+$/g, '') || 'workspace'
  );
}

const isTaken = ({ workspaces }: World, slug: string) =>
  [...workspaces.values()].some((workspace) => workspace.slug === slug);

function slugTaken(slug: string): ApiError {
  return new ApiError('WORKSPACE_SLUG_TAKEN', `Another workspace has the slug ${slug}.`);
}

/** Adds a workspace of the user; a slug that is made from the name is varied until it is free. */
export function addWorkspace(world: World, body: CreateWorkspace, isPersonal = false): StoredWorkspace {
  if (body.slug !== undefined && isTaken(world, body.slug)) throw slugTaken(body.slug);
  const plain = body.slug ?? slugOf(body.name);
  let slug = plain;
  for (let at = 2; isTaken(world, slug); at += 1) slug = `${plain}-${at}`;
  const now = world.clock.iso();
  const workspace: StoredWorkspace = {
    ...blanks.Workspace,
    id: world.newId(),
    name: body.name.trim(),
    slug,
    color_idx: body.color_idx ?? 0,
    created_by: world.user.id,
    created_at: now,
    updated_at: now,
    routing_price_sensitivity: body.routing_price_sensitivity ?? 0.5,
    routing_llm_fit: body.routing_llm_fit ?? true,
    is_personal: isPersonal,
    settings: { ...blanks.WorkspaceSettings },
  };
  world.workspaces.set(workspace.id, workspace);
  return workspace;
}

function current({ workspaces }: World, caller: Caller): StoredWorkspace {
  const workspace = workspaces.get(caller.workspace_id);
  if (workspace === undefined) throw notFound('workspace');
  return workspace;
}

function remove(world: World, workspace: StoredWorkspace): void {
  if (workspace.is_personal) throw new ApiError('CONFLICT', 'A personal workspace cannot be deleted.');
  world.workspaces.delete(workspace.id);
  for (const run of world.runs.values()) if (run.workspace_id === workspace.id) cancel(world, run);
}

/** Workspaces of the user and their settings. */
export const workspaceHandlers: Handlers = {
  'workspaces.list': ({ world, query, url }) =>
    listReply([...world.workspaces.values()].map(view), { url, query }),
  'workspaces.create': ({ world, body }) => ({ data: view(addWorkspace(world, body)) }),
  'workspaces.slug_available': ({ world, query: { slug } }) => ({
    data: { slug, available: !isTaken(world, slug) },
  }),
  'workspaces.get': ({ world, caller }) => ({ data: view(current(world, caller)) }),
  'workspaces.update': ({ world, caller, body }) => {
    refuseEmpty(body);
    const workspace = current(world, caller);
    const { slug } = body;
    if (slug !== undefined && slug !== workspace.slug && isTaken(world, slug)) throw slugTaken(slug);
    return { data: view(change(workspace, body, world.clock)) };
  },
  'workspaces.delete': ({ world, caller }) => {
    remove(world, current(world, caller));
    return { data: {} };
  },
  'workspaces.get_settings': ({ world, caller }) => ({ data: current(world, caller).settings }),
  'workspaces.update_settings': ({ world, caller, body }) => {
    refuseEmpty(body);
    const workspace = current(world, caller);
    if (body.default_language === '') {
      throw invalid({ field: 'body.default_language', message: 'Must not be empty.' });
    }
    workspace.settings = { ...workspace.settings, ...body };
    return { data: workspace.settings };
  },
};
