import { GuestPermission, type Role, Uuid } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { ApiError, invalid, notFound } from '../../errors.ts';
import { findMembership, type Membership, touchMember } from '../../features/workspaces/index.ts';
import type { AnyCaller, GuestCaller } from '../../handler/handler.ts';
import type { Operation } from '../operations/operation.ts';
import type { AccessibleWorkspace, GuestPrincipal, Principal, UserPrincipal } from './authenticate.ts';
import { createShortCache } from './short-cache.ts';

export interface Target {
  /** The header `X-Workspace-Id`. */
  header: string | undefined;
  /** The path parameter `ws_id`. */
  path: string | undefined;
  /** The path parameter `review_id`. */
  review: string | undefined;
  /** The address that the request comes from. */
  ip: string | null;
}

export type Access = ReturnType<typeof createAccess>;

/** How often the activity of a member is recorded. */
const NOTE_ACTIVITY_MS = 60_000;

const RANKS: Record<Role, number> = { viewer: 0, editor: 1, admin: 2 };

/**
 * Decides only by the operation's metadata, in this order: kind of credential, workspace, scope, role. Suspensions come
 * first when they are known: that of the user, then that of the workspace.
 */
export function createAccess(app: Pick<App, 'db' | 'clock' | 'log'>) {
  const memberships = createMemberships(app);

  async function findWorkspace(principal: UserPrincipal, operation: Operation, target: Target) {
    const { home } = principal;
    if (operation.metadata.workspace === 'none') return home;
    if (operation.metadata.workspace === 'path') {
      const id = parseWorkspaceId(target.path, 'params.ws_id');
      if (principal.kind === 'jwt') return memberships.get(principal.user_id, id);
      if (id !== home.id) throw notFound('workspace');
      return home;
    }
    if (target.header === undefined) return home;
    if (principal.kind === 'jwt') {
      const id = parseWorkspaceId(target.header, 'headers.x-workspace-id');
      return memberships.get(principal.user_id, id);
    }
    if (target.header.toLowerCase() === home.id) return home;
    throw new ApiError('FORBIDDEN', 'This API key belongs to another workspace.');
  }

  async function authorize(principal: Principal, operation: Operation, target: Target): Promise<AnyCaller> {
    if (principal.kind === 'guest') return admitGuest(principal, operation, { ...target, now: app.clock() });
    const { kind, user_id, api_key_id, scopes } = principal;
    if (principal.is_suspended) throw createSuspendedError('Your account');
    if (kind === 'api_key' && operation.metadata.auth === 'jwt') {
      throw new ApiError(
        'FORBIDDEN',
        'API keys are not accepted here; use a token of your identity provider.',
      );
    }
    const { is_suspended, ...workspace } = await findWorkspace(principal, operation, target);
    // Without its workspace, a person can use operations that need no workspace. A key always belongs to one.
    if (is_suspended && (kind === 'api_key' || operation.metadata.workspace !== 'none'))
      throw createSuspendedError('This workspace');
    requireScopeAndRole(principal, operation, workspace.role);
    return { kind, user_id, api_key_id, scopes, workspace, ip: target.ip };
  }
  return {
    authorize,
    /** After a change, makes the next request read memberships again. Other processes follow within a second. */
    forgetMemberships: memberships.clear,
  };
}

/** The memberships of users, cached. Reading one records that the member is active. */
function createMemberships(app: Pick<App, 'db' | 'clock' | 'log'>) {
  const cache = createShortCache<Membership | undefined>();
  async function get(userId: string, workspaceId: string): Promise<AccessibleWorkspace> {
    const membership = await cache.get(`${userId} ${workspaceId}`, async () => {
      const member = await findMembership(app.db, userId, workspaceId);
      const now = app.clock();
      const isRecent =
        member?.last_active_at && now.getTime() - member.last_active_at.getTime() < NOTE_ACTIVITY_MS;
      // Not awaited.
      if (member && !isRecent)
        touchMember(app.db, { userId, workspaceId: member.id, now }).catch((error: unknown) => {
          app.log.warn({ err: error, user_id: userId }, 'member activity not recorded');
        });
      return member;
    });
    if (!membership) throw notFound('workspace');
    const { id, owner_id, role, is_suspended } = membership;
    return { id, owner_id, role, is_suspended };
  }
  return { get, clear: () => cache.clear() };
}

/** Throws if an API key lacks the operation's scope, or if the caller's role in the workspace is too low. */
function requireScopeAndRole({ kind, scopes }: UserPrincipal, operation: Operation, ownRole: Role): void {
  const { scope, role } = operation.metadata;
  if (kind !== 'jwt' && scope !== null && !scopes.includes(scope))
    throw new ApiError('INSUFFICIENT_SCOPE', `This API key lacks the scope ${scope}.`);
  if (role !== null && RANKS[ownRole] < RANKS[role])
    throw new ApiError('FORBIDDEN', `This needs the role ${role} in the workspace; yours is ${ownRole}.`);
}

/** The error for a suspended account or workspace (`what`). */
function createSuspendedError(what: string): ApiError {
  return new ApiError('SUSPENDED', `${what} is suspended. Contact the operator of this service.`);
}

/** Guests can use only a few operations, and only for the review of their link. */
function admitGuest(
  { guest }: GuestPrincipal,
  operation: Operation,
  { review, ip, now }: Target & { now: Date },
): GuestCaller {
  const minPermission = operation.metadata.guest;
  if (minPermission === undefined)
    throw new ApiError('FORBIDDEN', 'Guests of a review cannot do this. Sign in, or use an API key.');
  const { is_open, link_expires_at, workspace_id, ...rest } = guest;
  if (!is_open || link_expires_at <= now || review?.toLowerCase() !== guest.review_id)
    throw notFound('review');
  const rank = (permission: GuestPermission) => GuestPermission.options.indexOf(permission);
  if (rank(guest.permission) < rank(minPermission)) {
    const message = `This requires a link with the permission ${minPermission}; your link has ${guest.permission}.`;
    throw new ApiError('FORBIDDEN', message);
  }
  return { kind: 'guest', guest: rest, workspace: { id: workspace_id }, ip };
}

function parseWorkspaceId(text: string | undefined, field: string): string {
  const parsed = Uuid.safeParse(text);
  if (parsed.success) return parsed.data;
  throw invalid({ field, message: 'The workspace ID must be a UUID.' });
}
