import { blanks } from '../../generated/test-contract.ts';
import type { Invite, Member } from '../../generated/types.ts';
import { ApiError, notFound } from '../api-error.ts';
import type { Caller, Handlers } from '../handler.ts';
import type { Owned, World } from '../world.ts';
import { allows, limitsIn } from './account.ts';
import { noteBy } from './activity.ts';
import { own, without } from './own.ts';
import { personOf } from './people.ts';

const GOOD_FOR_MS = 14 * 86_400_000;
const TOKEN_LENGTH = 43;
const RANK = { admin: 1, editor: 2, viewer: 2 } as const;

/** A person in a workspace. */
export type StoredMember = Owned<Pick<Member, 'id' | 'role' | 'last_active_at'> & { user_id: string }>;
const MAX_ROSTER = 10_000;

/** An invite with its token, which the mail has. */
export type StoredInvite = Owned<Invite> & { token: string };

/** The membership of a person; undefined where there is none. */
export const membershipOf = (
  { members }: World,
  userId: string,
  workspaceId: string,
): StoredMember | undefined =>
  [...members.values()].find((one) => one.workspace_id === workspaceId && one.user_id === userId);

/** Makes a person a member. */
export function addMember(world: World, member: Omit<StoredMember, 'id' | 'last_active_at'>): StoredMember {
  const stored = { ...member, id: world.newId(), last_active_at: null };
  world.members.set(stored.id, stored);
  return stored;
}

const membersOf = (world: World, workspaceId: string): StoredMember[] =>
  [...world.members.values()].filter(({ workspace_id }) => workspace_id === workspaceId);

const view = (invite: StoredInvite, now: number): Invite => {
  const { status } = invite;
  const isOver = status === 'pending' && Date.parse(invite.expires_at) <= now;
  return { ...without(invite, 'workspace_id', 'token'), status: isOver ? 'expired' : status };
};

const openInvites = (world: World, workspaceId: string): StoredInvite[] =>
  [...world.invites.values()].filter(
    (invite) => invite.workspace_id === workspaceId && view(invite, world.clock.now()).status === 'pending',
  );

function refuseGone(world: World, invite: StoredInvite): void {
  const { status } = view(invite, world.clock.now());
  if (status === 'pending') return;
  const what = status === 'expired' ? 'has expired' : `was ${status}`;
  throw new ApiError('INVITE_GONE', `The invite ${what}.`);
}

function refuseWithoutSeat(world: World, workspaceId: string, taken: number): void {
  const { seats } = limitsIn(world, workspaceId);
  if (allows(seats, taken)) return;
  const message = `The plan of the workspace has ${seats} seat${seats === 1 ? '' : 's'}, open invites included.`;
  throw new ApiError('PLAN_LIMIT_REACHED', message);
}

/** The caller first, then admins, then the others, and open invites last. */
function rosterOf(world: World, { workspace_id, user_id: me }: Caller): Member[] {
  const rank = (member: StoredMember) => (member.user_id === me ? 0 : RANK[member.role]);
  const members = membersOf(world, workspace_id).sort((a, b) => rank(a) - rank(b));
  const nobody = { ...blanks.Member, first_name: null, last_name: null, image_url: null };
  return [
    ...members.map(({ id, user_id, role, last_active_at }): Member => {
      const { email, name } = personOf(world, user_id);
      const [first_name = null, ...rest] = name.split(' ');
      const names = { first_name, last_name: rest.join(' ') || null };
      return { ...nobody, ...names, id, user_id, email, role, last_active_at, status: 'active' };
    }),
    ...openInvites(world, workspace_id).map(
      ({ id, email, role }): Member => ({
        ...{ ...nobody, id, email, role },
        ...{ user_id: null, last_active_at: null, status: 'invited' },
      }),
    ),
  ];
}

type Path = { world: World; caller: Caller; params: { member_id: string } };

/** A member who is not the owner: that one stays. */
function changeable({ world, caller, params }: Path, message: string): StoredMember {
  const member = own(world.members, params.member_id, { caller, what: 'member' });
  if (member.user_id !== world.workspaces.get(caller.workspace_id)?.created_by) return member;
  throw new ApiError('CONFLICT', message);
}

/** Takes somebody out of a workspace; their keys end with that. */
function remove(world: World, { id, user_id, workspace_id }: StoredMember): void {
  world.members.delete(id);
  const now = world.clock.iso();
  for (const { view: key } of world.keys.values()) {
    if (key.created_by !== user_id || key.workspace_id !== workspace_id || key.revoked_at !== null) continue;
    Object.assign(key, { active: false, revoked_at: now, updated_at: now });
  }
}

function invite(
  world: World,
  caller: Caller,
  { email: given, role }: Pick<Invite, 'email' | 'role'>,
): StoredInvite {
  const { workspace_id } = caller;
  const email = given.toLowerCase();
  const members = membersOf(world, workspace_id);
  if (members.some(({ user_id }) => personOf(world, user_id).email === email)) {
    throw new ApiError('ALREADY_MEMBER', `${email} is a member of the workspace already.`);
  }
  const open = openInvites(world, workspace_id);
  if (open.some((other) => other.email === email)) {
    throw new ApiError('INVITE_PENDING', `${email} has an open invite already.`);
  }
  refuseWithoutSeat(world, workspace_id, members.length + open.length);
  const stored: StoredInvite = {
    ...blanks.Invite,
    ...{ id: world.newId(), workspace_id, email, role, status: 'pending', invited_by: caller.user_id },
    expires_at: new Date(world.clock.now() + GOOD_FOR_MS).toISOString(),
    created_at: world.clock.iso(),
    token: `${world.newWord()}${world.newWord()}`.slice(0, TOKEN_LENGTH),
  };
  world.invites.set(stored.id, stored);
  world.mails.push({ kind: 'invite', to: email, token: stored.token });
  const resource = ['invite', stored.id, email] as const;
  noteBy(world, caller, { action: 'member_invited', kind: 'invite_sent', resource, metadata: { role } });
  return stored;
}

function accept(world: World, caller: Caller, token: string): { workspace_id: string } {
  const found = [...world.invites.values()].find((candidate) => candidate.token === token);
  if (found === undefined) throw notFound('invite');
  if (personOf(world, caller.user_id).email !== found.email) {
    const message = 'The invite is for another e-mail address, or yours is not verified.';
    throw new ApiError('FORBIDDEN', message);
  }
  const { workspace_id, role } = found;
  if (!world.workspaces.has(workspace_id)) {
    throw new ApiError('INVITE_GONE', 'The workspace of the invite was deleted.');
  }
  refuseGone(world, found);
  if (membershipOf(world, caller.user_id, workspace_id)) {
    throw new ApiError('ALREADY_MEMBER', 'You are a member of the workspace already.');
  }
  refuseWithoutSeat(world, workspace_id, membersOf(world, workspace_id).length);
  addMember(world, { workspace_id, user_id: caller.user_id, role });
  found.status = 'accepted';
  return { workspace_id };
}

/** Members of a workspace and invites into it. */
export const memberHandlers: Handlers = {
  'members.list': ({ world, caller }) => ({
    data: rosterOf(world, caller),
    pagination: { limit: MAX_ROSTER, next: null, prev: null },
  }),
  'members.update': (request) => {
    const { world, caller, params, body } = request;
    const { role } = own(world.members, params.member_id, { caller, what: 'member' });
    if (role === body.role) return { data: {} };
    changeable(request, 'The owner of a workspace stays an admin.').role = body.role;
    return { data: {} };
  },
  'members.remove': (request) => {
    remove(request.world, changeable(request, 'The owner of a workspace cannot be removed.'));
    return { data: {} };
  },
  'members.create_invite': ({ world, caller, body }) => ({
    data: view(invite(world, caller, body), world.clock.now()),
  }),
  'members.update_invite': ({ world, caller, params, body }) => {
    const found = own(world.invites, params.invite_id, { caller, what: 'invite' });
    refuseGone(world, found);
    found.role = body.role;
    return { data: view(found, world.clock.now()) };
  },
  'members.revoke_invite': ({ world, caller, params }) => {
    const found = own(world.invites, params.invite_id, { caller, what: 'invite' });
    if (found.status === 'accepted') refuseGone(world, found);
    if (view(found, world.clock.now()).status === 'pending') found.status = 'revoked';
    return { data: {} };
  },
  'members.accept_invite': ({ world, caller, params }) => ({ data: accept(world, caller, params.token) }),
};

/** What of a workspace goes with it. */
export function forgetMembers(world: World, workspaceId: string): void {
  for (const { id } of membersOf(world, workspaceId)) world.members.delete(id);
}

/** Every workspace that a person is in. */
export const workspacesOf = (world: World, { user_id }: Pick<Caller, 'user_id'>): Set<string> =>
  new Set(
    [...world.members.values()].filter((one) => one.user_id === user_id).map((one) => one.workspace_id),
  );
