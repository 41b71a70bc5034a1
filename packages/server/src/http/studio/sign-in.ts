import type { App } from '../../app.ts';
import { discover } from '../auth/token.ts';

/** What the page needs for the sign-in. */
type SignIn =
  | { kind: 'development' }
  | { kind: 'unavailable' }
  | {
      kind: 'openid';
      issuer: string;
      client_id: string;
      scopes: string;
      auth_params: Record<string, string>;
      authorization_endpoint: string;
      token_endpoint: string;
    };

const FRESH_MS = 600_000;

/**
 * Discovers the provider's endpoints, so that the page only calls its token endpoint. Throws UNAVAILABLE if the
 * provider does not respond. The next call tries again.
 */
export function createSignIn(app: Pick<App, 'config' | 'wallClock'>): () => Promise<SignIn> {
  const { auth, studio } = app.config;
  let cached: { until: number; signIn: Promise<SignIn> } | undefined;
  return () => {
    if (auth === undefined) return Promise.resolve({ kind: 'development' });
    const { client_id } = studio;
    if (client_id === undefined) return Promise.resolve({ kind: 'unavailable' });
    const now = app.wallClock().getTime();
    if (cached === undefined || cached.until < now) {
      const { issuer } = auth;
      const signIn = discover(issuer).then((endpoints): SignIn => {
        const { authorization_endpoint, token_endpoint } = endpoints;
        if (authorization_endpoint === undefined || token_endpoint === undefined)
          return { kind: 'unavailable' };
        return { kind: 'openid', issuer, ...studio, client_id, authorization_endpoint, token_endpoint };
      });
      cached = { until: now + FRESH_MS, signIn };
      signIn.catch(() => {
        cached = undefined;
      });
    }
    return cached.signIn;
  };
}
