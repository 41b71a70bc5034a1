import { blanks } from '../../generated/test-contract.ts';
import type { CreateWorkspace, Workspace } from '../../generated/types.ts';
import { ApiError, invalid, notFound } from '../api-error.ts';
import { assertMatch, versionOf } from '../etag.ts';
import type { Caller, Handlers } from '../handler.ts';
import { listReply } from '../lists.ts';
import type { StoredWorkspace, World } from '../world.ts';
import { accountOf, allows, planOf } from './account.ts';
import { noteBy } from './activity.ts';
import { addMember, forgetMembers, workspacesOf } from './members.ts';
import { change, isEmpty, without } from './own.ts';
import { cancelAll } from './run-of.ts';

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
export function addWorkspace(
  world: World,
  body: CreateWorkspace,
  { user_id, isPersonal = false }: { user_id: string; isPersonal?: boolean },
): StoredWorkspace {
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
    created_by: user_id,
    created_at: now,
    updated_at: now,
    routing_price_sensitivity: body.routing_price_sensitivity ?? 0.5,
    routing_llm_fit: body.routing_llm_fit ?? true,
    is_personal: isPersonal,
    settings: { ...blanks.WorkspaceSettings },
  };
  world.workspaces.set(workspace.id, workspace);
  addMember(world, { workspace_id: workspace.id, user_id, role: 'admin' });
  return workspace;
}

const reply = (workspace: StoredWorkspace) => ({
  data: view(workspace),
  version: versionOf(view(workspace), 'updated_at'),
});

/** Settings have a version of their own. */
const settingsReply = ({ id, settings }: StoredWorkspace) => ({
  data: settings,
  version: versionOf({ id, ...settings }),
});

function current({ workspaces }: World, caller: Caller): StoredWorkspace {
  const workspace = workspaces.get(caller.workspace_id);
  if (workspace === undefined) throw notFound('workspace');
  return workspace;
}

/** Refuses one more workspace than the plan of its maker has. */
function refuseOverPlan(world: World, { user_id }: Caller): void {
  const own = [...world.workspaces.values()].filter(({ created_by }) => created_by === user_id);
  const { workspaces_per_owner: limit } = planOf(world, accountOf(world, own[0]?.id ?? '')).limits;
  if (allows(limit, own.length)) return;
  throw new ApiError('PLAN_LIMIT_REACHED', `The plan includes ${limit} of your own workspaces.`);
}

async function remove(world: World, workspace: StoredWorkspace, { user_id }: Caller): Promise<void> {
  if (workspace.created_by !== user_id) {
    throw new ApiError('FORBIDDEN', 'Only the owner of a workspace may delete it.');
  }
  if (workspace.is_personal) throw new ApiError('CONFLICT', 'A personal workspace cannot be deleted.');
  world.workspaces.delete(workspace.id);
  forgetMembers(world, workspace.id);
  await cancelAll(world, ({ workspace_id }) => workspace_id === workspace.id);
}

/** Workspaces of the user and their settings. */
export const workspaceHandlers: Handlers = {
  'workspaces.list': ({ world, caller, query, url }) => {
    const own = workspacesOf(world, caller);
    const found = [...world.workspaces.values()].filter(({ id }) => own.has(id));
    return listReply(found.map(view), { url, query });
  },
  'workspaces.create': ({ world, caller, body }) => {
    refuseOverPlan(world, caller);
    return reply(addWorkspace(world, body, caller));
  },
  'workspaces.slug_available': ({ world, query: { slug } }) => ({
    data: { slug, available: !isTaken(world, slug) },
  }),
  'workspaces.get': ({ world, caller }) => reply(current(world, caller)),
  'workspaces.update': ({ world, caller, body, ifMatch }) => {
    const workspace = current(world, caller);
    assertMatch(ifMatch, reply(workspace).version, 'workspace');
    const { slug } = body;
    if (slug !== undefined && slug !== workspace.slug && isTaken(world, slug)) throw slugTaken(slug);
    const changes = { ...body, name: body.name?.trim() || undefined };
    if (isEmpty(changes)) return reply(workspace);
    change(workspace, changes as Partial<typeof workspace>, world.clock);
    const resource = ['workspace', workspace.id, workspace.name] as const;
    const metadata = {
      fields: Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name])),
    };
    noteBy(world, caller, { action: 'settings_changed', kind: 'workspace_changed', resource, metadata });
    return reply(workspace);
  },
  'workspaces.delete': async ({ world, caller, ifMatch }) => {
    assertMatch(ifMatch, reply(current(world, caller)).version, 'workspace');
    await remove(world, current(world, caller), caller);
    return { data: {} };
  },
  'workspaces.get_settings': ({ world, caller }) => settingsReply(current(world, caller)),
  'workspaces.update_settings': ({ world, caller, body, ifMatch }) => {
    const workspace = current(world, caller);
    assertMatch(ifMatch, settingsReply(workspace).version, 'workspace');
    if (body.default_language === '') {
      throw invalid({ field: 'body.default_language', message: 'Must not be empty.' });
    }
    workspace.settings = { ...workspace.settings, ...body };
    return settingsReply(workspace);
  },
};
