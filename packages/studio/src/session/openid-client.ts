/** The path to which the identity provider redirects. */
export const CALLBACK_PATH = '/studio/callback';

/** The client of the studio at the identity provider, as `/studio/config.json` describes it. */
export interface OpenIdClient {
  issuer: string;
  client_id: string;
  scopes: string;
  auth_params: Record<string, string>;
  authorization_endpoint: string;
  token_endpoint: string;
}

/** Tokens are only in memory: never in storage that outlives the page or that another page can read. */
export interface Tokens {
  access_token: string;
  refresh_token?: string | undefined;
  /** Milliseconds since 1970. Tokens are renewed shortly before. */
  expires_at: number;
}
