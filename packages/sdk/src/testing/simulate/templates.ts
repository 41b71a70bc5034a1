import { blanks } from '../../generated/test-contract.ts';
import type { Template, TemplatesListQuery, WorkflowDefinition } from '../../generated/types.ts';
import { ApiError, notFound } from '../api-error.ts';
import { assertMatch, versionOfRow } from '../etag.ts';
import type { Caller, Handlers } from '../handler.ts';
import { holds, listed, listReply } from '../lists.ts';
import type { Owned, World } from '../world.ts';
import { noteBy } from './activity.ts';
import { CREDITS_PER_1000 } from './credits.ts';
import { membershipOf } from './members.ts';
import { change, copyName, without } from './own.ts';
import { addWorkflow } from './workflows.ts';

/** Adds a template; one without a workspace is a starter that everybody sees. */
export function addTemplate(
  world: World,
  fields: Pick<Template, 'name' | 'definition'> & Partial<Pick<Template, 'description' | 'category'>>,
  { workspace_id: workspaceId, user_id }: Pick<Caller, 'workspace_id' | 'user_id'> = {
    workspace_id: '',
    user_id: world.user.id,
  },
): Owned<Template> {
  const now = world.clock.iso();
  const isStarter = workspaceId === '';
  const template: Owned<Template> = {
    ...blanks.Template,
    id: world.newId(),
    workspace_id: workspaceId,
    name: fields.name.trim(),
    definition: fields.definition,
    is_starter: isStarter,
    is_public: isStarter,
    uses_count: 0,
    created_at: now,
    updated_at: now,
    description: fields.description ?? null,
    category: fields.category ?? null,
    is_favorite: false,
    created_by: user_id,
  };
  world.templates.set(template.id, template);
  return template;
}

type Asked = { world: World; caller: Caller };

/** Names a favorite: everybody has their own, wherever they work. */
const favoriteKey = ({ user_id }: Caller, id: string) => `${user_id} ${id}`;

const view = ({ world, caller }: Asked, template: Owned<Template>): Template => ({
  ...without(template, 'workspace_id'),
  is_favorite: world.favorites.has(favoriteKey(caller, template.id)),
});
const reply = (asked: Asked, template: Owned<Template>) => ({
  data: view(asked, template),
  version: versionOfRow(template),
});

/** Whether a template is of a workspace of the caller; a key sees its own workspace alone. */
const isOfMember = ({ world, caller }: Asked, { workspace_id }: Owned<Template>): boolean =>
  membershipOf(world, caller.user_id, workspace_id) !== undefined &&
  (caller.kind === 'jwt' || caller.workspace_id === workspace_id);

/** Whether the caller wrote a template of the workspace, or owns the workspace that its author has left. */
function isOwned({ world, caller }: Asked, { created_by, workspace_id }: Owned<Template>): boolean {
  if (workspace_id !== caller.workspace_id) return false;
  if (created_by === caller.user_id) return true;
  const isLeft = membershipOf(world, created_by, workspace_id) === undefined;
  return isLeft && world.workspaces.get(workspace_id)?.created_by === caller.user_id;
}

function visible({ templates }: World, caller: Caller, id: string): Owned<Template> {
  const template = templates.get(id.toLowerCase());
  const isVisible = template?.is_public || template?.workspace_id === caller.workspace_id;
  if (template === undefined || !isVisible) throw notFound('template');
  return template;
}

type Write = { world: World; caller: Caller; params: { template_id: string }; ifMatch: string | undefined };

function writable({ world, caller, params, ifMatch }: Write): Owned<Template> {
  const template = visible(world, caller, params.template_id);
  if (template.is_starter) {
    throw new ApiError('FORBIDDEN', 'Starter templates are read-only; clone it instead.');
  }
  if (!isOwned({ world, caller }, template)) {
    throw new ApiError('FORBIDDEN', 'Only the owner of a template may change or delete it.');
  }
  assertMatch(ifMatch, versionOfRow(template), 'template');
  return template;
}

function tellClone(world: World, caller: Caller, { id, name }: Template, workflow_id: string): void {
  noteBy(world, caller, {
    action: 'template_applied',
    kind: 'template_cloned',
    resource: ['template', id, name],
    metadata: { workflow_id },
  });
}

type Query = Partial<TemplatesListQuery>;

function found(asked: Asked, templates: Owned<Template>[], query: Query): Template[] {
  const categories = listed(query.category);
  const compare = {
    recent: (a: Template, b: Template) => Date.parse(b.created_at) - Date.parse(a.created_at),
    popular: (a: Template, b: Template) => b.uses_count - a.uses_count,
    name: (a: Template, b: Template) => a.name.toLowerCase().localeCompare(b.name.toLowerCase()),
  }[query.sort ?? 'recent'];
  return templates
    .map((template) => view(asked, template))
    .filter(({ category }) => !categories || (category !== null && categories.includes(category)))
    .filter(({ name, description }) => holds(query.search, name, description))
    .filter(({ is_favorite }) => !query.favorites_only || is_favorite)
    .reverse()
    .sort(compare);
}

/** Templates. */
export const templateHandlers: Handlers = {
  'templates.list': (asked) => {
    const { world, query } = asked;
    // Favorites that are not public are listed where favorites are asked for.
    const open = [...world.templates.values()].filter(
      (template) => template.is_public || (query.favorites_only && isOfMember(asked, template)),
    );
    return listReply(found(asked, open, query), asked);
  },
  'templates.mine': (asked) => {
    const { world, query } = asked;
    const mine = [...world.templates.values()].filter((template) => isOwned(asked, template));
    return listReply(found(asked, mine, query), asked);
  },
  'templates.create': (asked) => {
    const { world, caller, body } = asked;
    const empty = { graph: { nodes: [], edges: [] }, execution: { steps: [], params: {} } };
    const definition = (body.definition as WorkflowDefinition | undefined) ?? empty;
    return reply(asked, addTemplate(world, { ...body, definition }, caller));
  },
  'templates.get': (asked) => reply(asked, visible(asked.world, asked.caller, asked.params.template_id)),
  'templates.update': (request) => {
    const { name, description, category, definition } = request.body;
    const changes = {
      name: name?.trim(),
      description,
      category,
      definition: definition as WorkflowDefinition | undefined,
    } as Partial<Owned<Template>>;
    return reply(request, change(writable(request), changes, request.world.clock));
  },
  'templates.delete': (request) => {
    request.world.templates.delete(writable(request).id);
    return { data: {} };
  },
  'templates.clone': ({ world, caller, params, body }) => {
    const template = visible(world, caller, params.template_id);
    template.uses_count += 1;
    const { description, definition } = template;
    const name = body.name?.trim() || copyName(template.name);
    const fields = { name, description, definition: structuredClone(definition) };
    const workflow = addWorkflow(world, caller, fields);
    tellClone(world, caller, template, workflow.id);
    return { data: without(workflow, 'workspace_id'), version: versionOfRow(workflow) };
  },
  'templates.estimate': ({ world, caller, params }) => {
    const template = visible(world, caller, params.template_id);
    const speaking = template.definition.graph.nodes.filter(({ type }) => type === 'operator_generator');
    const generators = speaking.map(({ id }) => ({
      node_id: id,
      provider: 'espeak' as const,
      model: 'espeak-ng',
      credits_per_1000_characters: CREDITS_PER_1000,
      max_retries: 0,
    }));
    const rate = speaking.length * CREDITS_PER_1000;
    return {
      data: {
        ...blanks.TemplateEstimate,
        template_id: template.id,
        credits_per_1000_characters: rate,
        max_credits_per_1000_characters: rate,
        generators,
      },
    };
  },
  'templates.favorite': (asked) => {
    const { world, caller, params } = asked;
    const template = world.templates.get(params.template_id);
    if (!template || !(template.is_public || isOfMember(asked, template))) throw notFound('template');
    world.favorites.add(favoriteKey(caller, template.id));
    return reply(asked, template);
  },
  'templates.unfavorite': ({ world, caller, params }) => {
    world.favorites.delete(favoriteKey(caller, params.template_id));
    return { data: {} };
  },
};
