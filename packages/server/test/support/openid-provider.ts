import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider, { type Context, type Grant } from 'oidc-provider';

/** The audience of tokens for this service. */
export const RESOURCE = 'https://api.voiceloom.test';
/** Another service that the same provider issues tokens for. */
export const OTHER_RESOURCE = 'https://other.test';
export const TOKEN_TTL_S = 600;

const SCOPE = 'voiceloom';
const CLIENT = { client_id: 'studio', client_secret: 'studio-secret' };
/** The client of the studio: a page, so it has no secret. */
export const STUDIO_CLIENT = 'voiceloom-studio';
const SIGN_IN = '/sign-in';
const REDIRECT = 'https://studio.test/callback';

/** A complete OpenID provider in this process, with one client. Any person can sign in. */
export interface OpenIdProvider {
  issuer: string;
  /** The requested paths, in order. */
  requests: string[];
  /** A token for the client itself. */
  clientToken(resource?: string): Promise<string>;
  /** Signs a person in with the code flow. */
  signIn(person: string): Promise<{ access_token: string; id_token: string }>;
  /** Uses a new signing key from now on. The old one stays published unless it is withdrawn. */
  rotate(options?: { withdraw: boolean }): Promise<void>;
  /** Allows the page at this address to sign people in. People who are signed in must sign in again. */
  allowPage(redirectUri: string): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** By default, it listens on a free local port. */
export async function startOpenIdProvider(place = { host: '127.0.0.1', port: 0 }): Promise<OpenIdProvider> {
  let keys: JWK[] = [];
  let provider: Provider;
  const requests: string[] = [];
  let page: string | undefined;
  const server = createServer((req, res) => {
    requests.push(new URL(req.url ?? '/', 'http://provider').pathname);
    answer(provider, req, res).catch((error: unknown) => res.destroy(error as Error));
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, place.host, () => resolve()));
  await listen(place.port);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const issuer = `http://${place.host}:${port}`;

  async function rotate({ withdraw } = { withdraw: false }): Promise<void> {
    keys = [await newKey(), ...(withdraw ? [] : keys)];
    provider = new Provider(issuer, configuration(keys, page));
  }
  await rotate();
  return {
    issuer,
    requests,
    clientToken: async (resource = RESOURCE) =>
      (await token(issuer, { grant_type: 'client_credentials', scope: SCOPE, resource })).access_token,
    signIn: (person) => signIn(issuer, person),
    rotate,
    async allowPage(redirectUri) {
      page = redirectUri;
      provider = new Provider(issuer, configuration(keys, page));
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start: () => listen(port),
  };
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomBytes(6).toString('hex'), alg: 'ES256', use: 'sig' };
}

/** Settings that the library requires. Otherwise, it warns about its defaults. */
const ttl = { IdToken: TOKEN_TTL_S, Interaction: 3_600, Grant: 3_600, Session: 3_600 };

function configuration(keys: JWK[], page: string | undefined): Record<string, unknown> {
  const clientDefaults = { id_token_signed_response_alg: 'ES256' };
  const grant_types = ['authorization_code', 'client_credentials'];
  return {
    clients: [
      { ...CLIENT, grant_types, redirect_uris: [REDIRECT], response_types: ['code'] },
      ...(page === undefined ? [] : [pageClient(page)]),
    ],
    clientBasedCORS: () => true,
    clientDefaults,
    jwks: { keys },
    cookies: { keys: ['a secret of the tests'] },
    claims: { openid: ['sub'], profile: ['given_name'], email: ['email', 'email_verified'] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context: Context, resource: string) => ({
          audience: resource,
          scope: SCOPE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: TOKEN_TTL_S,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    findAccount: (_context: Context, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...profileOf(id) }),
    }),
    extraTokenClaims: (_context: Context, issued: { accountId?: string }) =>
      issued.accountId === undefined ? {} : profileOf(issued.accountId),
    ttl: { AccessToken: TOKEN_TTL_S, ClientCredentials: TOKEN_TTL_S, ...ttl },
    interactions: { url: () => SIGN_IN },
    loadExistingGrant: grantEverything,
  };
}

const pageClient = (redirectUri: string) => ({
  client_id: STUDIO_CLIENT,
  grant_types: ['authorization_code'],
  redirect_uris: [redirectUri],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
});

const profileOf = (id: string) => ({
  given_name: id,
  email: `${id.toLowerCase()}@example.test`,
  email_verified: true,
});

/** Signs in any person with a name, and skips the consent page. */
async function answer(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.url !== SIGN_IN) return provider.callback()(req, res);
  const { params } = await provider.interactionDetails(req, res);
  await provider.interactionFinished(req, res, { login: { accountId: params.login_hint } });
}

async function grantEverything({ oidc }: Context): Promise<Grant> {
  const { accountId } = oidc.session;
  const grant = new oidc.provider.Grant({ accountId, clientId: oidc.client.clientId });
  grant.addOIDCScope('openid profile email');
  grant.addResourceScope(RESOURCE, SCOPE);
  await grant.save();
  return grant;
}

interface Tokens {
  access_token: string;
  id_token: string;
}

async function token(issuer: string, fields: Record<string, string>): Promise<Tokens> {
  const { client_id, client_secret } = CLIENT;
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
    body: new URLSearchParams(fields),
  });
  if (!response.ok) throw new Error(`No token: ${await response.text()}`);
  return (await response.json()) as Tokens;
}

async function signIn(issuer: string, person: string): Promise<Tokens> {
  const code_verifier = randomBytes(32).toString('base64url');
  const question = new URLSearchParams({
    client_id: CLIENT.client_id,
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: `openid profile email ${SCOPE}`,
    resource: RESOURCE,
    login_hint: person,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const code = await browse(`${issuer}/auth?${question}`);
  const redirect_uri = REDIRECT;
  return token(issuer, { grant_type: 'authorization_code', code, redirect_uri, code_verifier });
}

/** Follows the provider's redirects like a browser, up to the address of the client. */
async function browse(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let url = new URL(start); ; ) {
    if (url.href.startsWith(REDIRECT)) {
      const code = url.searchParams.get('code');
      if (code === null) throw new Error(`No code: ${url}`);
      return code;
    }
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The sign-in ended at ${url.pathname}: ${await response.text()}`);
    url = new URL(location, url);
  }
}
