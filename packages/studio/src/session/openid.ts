import * as oauth from 'oauth4webapi';
import { CALLBACK_PATH, type OpenIdClient, type Tokens } from './openid-client.ts';

/** The storage key of the data that must survive the redirect to the provider and back. It is read once. */
const PENDING = 'voiceloom.sign-in';
const DEADLINE_MS = 10_000;
const DEFAULT_TTL_S = 300;
const ID_TOKEN_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Errors that mean that the provider cannot sign in without an interaction. */
const NEEDS_PERSON = /^(?:login|interaction|consent|account_selection)_required$/;

interface Pending {
  verifier: string;
  state: string;
  path: string;
}

const redirectUri = () => `${location.origin}${CALLBACK_PATH}`;

/**
 * Leaves the page. The provider redirects back to the callback path. With the prompt `none` it shows no page, with
 * `login` it asks for the account even if one is signed in.
 */
export async function leaveForProvider(client: OpenIdClient, prompt?: 'none' | 'login'): Promise<void> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const path = `${location.pathname}${location.search}`;
  const pendingSignIn: Pending = { verifier, state, path: path.startsWith(CALLBACK_PATH) ? '/studio' : path };
  sessionStorage.setItem(PENDING, JSON.stringify(pendingSignIn));
  const url = new URL(client.authorization_endpoint);
  const params = {
    ...client.auth_params,
    client_id: client.client_id,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: client.scopes,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  if (prompt !== undefined) url.searchParams.set('prompt', prompt);
  location.assign(url);
  // The page is about to close, so this never resolves: nothing may continue without a token.
  await new Promise(() => undefined);
}

/** Returns no tokens if the provider requires an interaction. */
export async function returnFromProvider(
  client: OpenIdClient,
): Promise<{ path: string; tokens: Tokens | undefined }> {
  const json = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  if (json === null) return { path: '/studio', tokens: undefined };
  const { verifier, state, path } = JSON.parse(json) as Pending;
  try {
    const { server, self, options } = describeClient(client);
    const params = oauth.validateAuthResponse(server, self, new URL(location.href), state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      self,
      oauth.None(),
      params,
      redirectUri(),
      verifier,
      options(),
    );
    const result = await oauth.processAuthorizationCodeResponse(server, self, response);
    return { path, tokens: toTokens(result) };
  } catch (error) {
    const needsPerson = error instanceof oauth.AuthorizationResponseError && NEEDS_PERSON.test(error.error);
    if (needsPerson) return { path, tokens: undefined };
    throw error;
  }
}

export async function refreshTokens(client: OpenIdClient, refresh_token: string): Promise<Tokens> {
  const { server, self, options } = describeClient(client);
  const response = await oauth.refreshTokenGrantRequest(server, self, oauth.None(), refresh_token, options());
  const result = await oauth.processRefreshTokenResponse(server, self, response);
  const tokens = toTokens(result);
  return { ...tokens, refresh_token: tokens.refresh_token ?? refresh_token };
}

function describeClient({ issuer, client_id, token_endpoint }: OpenIdClient) {
  const { hostname } = new URL(token_endpoint);
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return {
    // The ID token is neither used nor sent. Without this list, the library accepts only RS256.
    server: { issuer, token_endpoint, id_token_signing_alg_values_supported: ID_TOKEN_ALGORITHMS },
    self: { client_id },
    options: () => ({
      signal: AbortSignal.timeout(DEADLINE_MS),
      // Providers of a development machine have no certificate.
      [oauth.allowInsecureRequests]: isLoopback,
    }),
  };
}

function toTokens(options: oauth.TokenEndpointResponse): Tokens {
  const { access_token, refresh_token, expires_in = DEFAULT_TTL_S } = options;
  return { access_token, refresh_token, expires_at: Date.now() + expires_in * 1_000 };
}
