import type { App } from '../../app.ts';
import { ApiError } from '../../errors.ts';
import {
  findKeyCredential,
  hashSecret,
  isWellFormed,
  type KeyCredential,
  looksLikeApiKey,
  touchApiKey,
} from '../../features/api-keys/index.ts';
import { findGuest, type GuestCredential, looksLikeGuestToken } from '../../features/reviews/index.ts';
import { type SignedIn, signIn } from '../../features/users/index.ts';
import type { Caller, CallerWorkspace } from '../../handler/handler.ts';
import { hashToken } from '../../secrets/token.ts';
import { createShortCache, digest } from './short-cache.ts';
import { trustedIssuer, verifyToken } from './token.ts';

/** A caller with a valid credential. */
export type Principal = UserPrincipal | GuestPrincipal;

/** A guest of a review. The link may no longer be valid, which authorization checks. */
export interface GuestPrincipal {
  kind: 'guest';
  guest: GuestCredential;
}

/** A workspace that a credential gives access to, except while it is suspended. */
export interface AccessibleWorkspace extends CallerWorkspace {
  is_suspended: boolean;
}

/** The user and rights behind a token or an API key. */
export interface UserPrincipal extends Omit<Caller, 'workspace' | 'ip'> {
  /** The workspace of an API key, or the personal workspace of a user. */
  home: AccessibleWorkspace;
  is_suspended: boolean;
  rate_limit_per_min: number | null;
}

export type Authenticate = (authorization: string | undefined) => Promise<Principal>;

const MAX_CREDENTIAL = 16_384;

/** All its errors are 401, unless the identity provider or the database is unavailable. */
export async function createAuthenticate(
  app: Pick<App, 'db' | 'clock' | 'wallClock' | 'config' | 'log'>,
): Promise<Authenticate> {
  const issuer = await trustedIssuer(app.config);
  const keys = createShortCache<KeyCredential | undefined>();
  const users = createShortCache<SignedIn>();
  const guests = createShortCache<GuestCredential | undefined>();

  /** The grace period of a rotated key may end while its lookup is still cached. */
  const isOver = ({ expires_at }: KeyCredential) => expires_at !== null && expires_at <= app.clock();

  async function byKey(credential: string): Promise<Principal> {
    if (!isWellFormed(credential, app.config.api_key_prefix)) throw createBadKeyError();
    const hash = hashSecret(credential);
    const key = await keys.get(hash.toString('base64url'), async () => {
      const credential = await findKeyCredential(app.db, hash);
      if (!credential || isOver(credential)) return credential;
      const now = app.clock();
      const { id: api_key_id, last_used_at } = credential;
      // Not awaited, because requests do not depend on it. The statement writes at most once a minute.
      if (!last_used_at || now.getTime() - last_used_at.getTime() >= 60_000)
        touchApiKey(app.db, api_key_id, now).catch((error: unknown) => {
          app.log.warn({ err: error, api_key_id }, 'last use of API key not recorded');
        });
      return credential;
    });
    if (!key || isOver(key)) throw createBadKeyError();
    const { user_id, scopes, rate_limit_per_min, is_creator_suspended: is_suspended } = key;
    const { workspace_id: id, owner_id, role } = key;
    const home = { id, owner_id, role, is_suspended: key.is_suspended };
    return { kind: 'api_key', user_id, api_key_id: key.id, scopes, home, rate_limit_per_min, is_suspended };
  }

  async function byToken(token: string): Promise<Principal> {
    const { user_id, personal, is_suspended } = await users.get(digest(token), async () => {
      return signIn(app, await verifyToken(token, issuer, app.wallClock), app.clock());
    });
    const { id, owner_id, role } = personal;
    const home = { id, owner_id, role, is_suspended: personal.is_suspended };
    return {
      kind: 'jwt',
      user_id,
      api_key_id: null,
      scopes: [],
      home,
      rate_limit_per_min: null,
      is_suspended,
    };
  }

  async function byGuest(token: string): Promise<Principal> {
    const guest = await guests.get(digest(token), () => findGuest(app.db, hashToken(token)));
    // If the session expired together with its link, authorization returns the error of the link.
    const isOver = guest && guest.expires_at <= app.clock() && guest.expires_at < guest.link_expires_at;
    if (!guest || isOver) {
      const message = 'The guest token is unknown or has expired. Open the share link again.';
      throw new ApiError('UNAUTHENTICATED', message);
    }
    return { kind: 'guest', guest };
  }

  return async (authorization) => {
    const credential = readBearer(authorization);
    if (looksLikeGuestToken(credential)) return byGuest(credential);
    if (looksLikeApiKey(credential)) return byKey(credential);
    return byToken(credential);
  };
}

/** The credential of the header. Throws UNAUTHENTICATED if the header has no credential. */
function readBearer(authorization: string | undefined): string {
  if (authorization === undefined)
    throw new ApiError(
      'UNAUTHENTICATED',
      'The Authorization header is missing: send a bearer token or an API key.',
    );
  const credential = /^bearer +([!-~]+) *$/i.exec(authorization)?.[1];
  if (credential === undefined || credential.length > MAX_CREDENTIAL) {
    throw new ApiError(
      'UNAUTHENTICATED',
      'The Authorization header must be "Bearer", a space, and a token or an API key.',
    );
  }
  return credential;
}

/** The error says not which of these is true. */
function createBadKeyError(): ApiError {
  return new ApiError('INVALID_API_KEY', 'The API key is unknown, revoked, inactive or of a reserved type.');
}
