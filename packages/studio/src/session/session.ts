import { CALLBACK_PATH, type OpenIdClient, type Tokens } from './openid-client.ts';
import { signal } from './signal.ts';

/** `/studio/config.json`. */
export interface StudioConfig {
  /** The base URL of links in API responses. */
  base_url: string;
  sign_in: { kind: 'development' } | { kind: 'unavailable' } | ({ kind: 'openid' } & OpenIdClient);
}

export interface Session {
  /** `guest`: the page of a share link, which needs no account. */
  status: 'starting' | 'signed_out' | 'signed_in' | 'guest';
  /** Why the last attempt to sign in failed. */
  error?: unknown;
}

export const session = signal<Session>({ status: 'starting' });

/** Marks that a person signed in here, so that a reload signs in again without a click. It contains no token. */
const SIGNED_IN = 'voiceloom.signed-in';
const GUEST_PATH = '/studio/enter';
const RENEW_BEFORE_MS = 60_000;
const DEADLINE_MS = 10_000;

let config: StudioConfig | undefined;
let tokens: Tokens | undefined;
/** The current renewal, so that simultaneous requests share it. */
let renewal: Promise<Tokens> | undefined;

/** Loads the sign-in configuration, and signs in if that needs no click. */
export async function startSession(): Promise<void> {
  try {
    config ??= await readConfig();
    // Links of the API use one host name. A page on another name of the same host could not play their audio.
    const { origin } = new URL(config.base_url);
    if (origin !== location.origin) {
      location.replace(`${origin}${location.pathname}${location.search}${location.hash}`);
      return;
    }
    if (location.pathname === GUEST_PATH) session.set({ status: 'guest' });
    else if (location.pathname === CALLBACK_PATH) await finishOpenId(config);
    else if (sessionStorage.getItem(SIGNED_IN)) await signIn({ silent: true });
    else session.set({ status: 'signed_out' });
  } catch (error) {
    sessionStorage.removeItem(SIGNED_IN);
    session.set({ status: 'signed_out', error });
  }
}

/** The kind of sign-in of this service; undefined until it is known. */
export const signInKind = (): StudioConfig['sign_in']['kind'] | undefined => config?.sign_in.kind;

/** With `silent`, the identity provider shows no page, and fails if it would need one. */
export async function signIn({ silent = false } = {}): Promise<void> {
  config ??= await readConfig();
  const { sign_in } = config;
  if (sign_in.kind === 'development') enter(await fetchDevelopmentTokens());
  else if (sign_in.kind === 'openid')
    await (await import('./openid.ts')).leaveForProvider(sign_in, silent ? 'none' : undefined);
}

/** Signs in with another account, and returns to this page. The identity provider must ask for the account. */
export async function changeAccount(): Promise<void> {
  config ??= await readConfig();
  if (config.sign_in.kind !== 'openid') return signOut();
  await (await import('./openid.ts')).leaveForProvider(config.sign_in, 'login');
}

export function signOut(): void {
  tokens = undefined;
  sessionStorage.removeItem(SIGNED_IN);
  // Loads a new page, so that no data of the last person stays in memory.
  location.assign('/studio');
}

/** The access token of a request, renewed if it is about to expire. */
export async function getAccessToken(): Promise<string> {
  if (tokens === undefined) throw new Error('Nobody is signed in.');
  if (tokens.expires_at - RENEW_BEFORE_MS > Date.now()) return tokens.access_token;
  renewal ??= renew(tokens).finally(() => {
    renewal = undefined;
  });
  tokens = await renewal;
  return tokens.access_token;
}

/** New tokens for those that are about to expire. May leave the page, to ask the identity provider. */
async function renew(expiringTokens: Tokens): Promise<Tokens> {
  const sign_in = config?.sign_in;
  if (sign_in?.kind === 'development') return fetchDevelopmentTokens();
  if (sign_in?.kind !== 'openid') return expiringTokens;
  const openid = await import('./openid.ts');
  if (expiringTokens.refresh_token !== undefined)
    return openid.refreshTokens(sign_in, expiringTokens.refresh_token);
  await openid.leaveForProvider(sign_in, 'none');
  return expiringTokens;
}

function enter(newTokens: Tokens): void {
  tokens = newTokens;
  sessionStorage.setItem(SIGNED_IN, '1');
  session.set({ status: 'signed_in' });
}

/** Continues the sign-in after the identity provider has redirected back. */
async function finishOpenId({ sign_in }: StudioConfig): Promise<void> {
  if (sign_in.kind !== 'openid') throw new Error('This service has no identity provider.');
  const { returnFromProvider } = await import('./openid.ts');
  const result = await returnFromProvider(sign_in);
  history.replaceState(null, '', result.path);
  if (result.tokens === undefined) session.set({ status: 'signed_out' });
  else enter(result.tokens);
}

async function readConfig(): Promise<StudioConfig> {
  return readJson(await fetch('/studio/config.json', { signal: AbortSignal.timeout(DEADLINE_MS) }));
}

async function fetchDevelopmentTokens(): Promise<Tokens> {
  const response = await fetch('/studio/session/development', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const { access_token, expires_in } = await readJson<{ access_token: string; expires_in: number }>(response);
  return { access_token, expires_at: Date.now() + expires_in * 1_000 };
}

async function readJson<T>(response: Response): Promise<T> {
  const body = await response.json();
  if (response.ok) return body;
  const { error, meta } = body as { error: { message: string }; meta: { request_id: string } };
  throw Object.assign(new Error(error.message), { requestId: meta.request_id });
}
